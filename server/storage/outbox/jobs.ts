import { randomUUID } from "node:crypto";
import { parseStored } from "../engine/damage.ts";
import { type Engine, prepare } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
/** A job to be done once, by any worker that handles its kind. */
export type NewJob = {
  kind: string;
  /** Adding a job with the same key updates that job. */
  dedupeKey: string;
  /** Ids only, since the payload is stored unsealed. */
  payload: { [name: string]: string };
  /** When the job was added, and the earliest time to run it. */
  at: number;
};

/** A job that a worker has leased. */
export type TakenJob = {
  jobId: string;
  kind: string;
  dedupeKey: string;
  payload: unknown;
  /** How often the job was taken, including this time. */
  attempts: number;
  lease: string;
};

/** How many due jobs are tried in turn, in case other workers have taken some. */
const CANDIDATES = 10;

/**
 * Part of the transaction that makes a job necessary. A waiting job with the same key is rescheduled to `at` with its
 * attempts reset to 0. A running one gets a new id, by which `endJob` sees that the job must run again.
 */
export async function insertJob(db: Db, job: NewJob): Promise<void> {
  await insertion(db, newRow(job)).execute();
}

/** `insertJob` as a prepared statement, for saves. */
export function preparedInsertJob({ reader }: Engine): typeof insertJob {
  const insert = prepare<Tables["jobs"], never>((param) => {
    const row: Tables["jobs"] = {
      job_id: param("job_id"),
      kind: param("kind"),
      dedupe_key: param("dedupe_key"),
      payload: param("payload"),
      attempts: param("attempts"),
      next_at: param("next_at"),
      leased_until: param("leased_until"),
      lease: param("lease"),
      created_at: param("created_at"),
    };
    return insertion(reader, row) as never;
  });
  return async (db, job) => void (await insert(db, newRow(job)));
}

function insertion(db: Db, row: Tables["jobs"]) {
  const { job_id, payload, attempts, next_at } = row;
  const changing = { job_id, payload, attempts, next_at };
  return db
    .insertInto("jobs")
    .values(row)
    .onConflict((conflict) => conflict.column("dedupe_key").doUpdateSet(changing));
}

function newRow({ kind, dedupeKey, payload, at }: NewJob): Tables["jobs"] {
  return {
    job_id: randomUUID(),
    kind,
    dedupe_key: dedupeKey,
    payload: JSON.stringify(payload),
    attempts: 0,
    next_at: at,
    leased_until: null,
    lease: null,
    created_at: at,
  };
}

/**
 * Part of the transaction that writes the job's result. A job that was added again meanwhile returns to the queue.
 * Returns false if another worker has the lease: then nothing may be written.
 */
export async function endJob(db: Db, { jobId, dedupeKey, lease }: TakenJob): Promise<boolean> {
  const ended = await db
    .deleteFrom("jobs")
    .where("dedupe_key", "=", dedupeKey)
    .where("lease", "=", lease)
    .where("job_id", "=", jobId)
    .executeTakeFirst();
  return ended.numDeletedRows > 0n || freeJob(db, { dedupeKey, lease }, {});
}

/**
 * Part of the transaction that writes the job's result: reschedules the job to `at` with its attempts reset to 0. A job
 * that was added again meanwhile keeps the time of that. Returns false if another worker has the lease.
 */
export async function putOffJob(db: Db, job: TakenJob, at: number): Promise<boolean> {
  return freeJob(db, job, (await isAskedAgain(db, job)) ? {} : { next_at: at, attempts: 0 });
}

async function isAskedAgain(db: Db, { jobId, dedupeKey }: TakenJob): Promise<boolean> {
  const current = db.selectFrom("jobs").select("job_id").where("dedupe_key", "=", dedupeKey);
  return (await current.executeTakeFirst())?.job_id !== jobId;
}

type Leased = Pick<TakenJob, "dedupeKey" | "lease">;

/** Whether this worker still has the lease. */
export async function holdsLease(db: Db, { dedupeKey, lease }: Leased): Promise<boolean> {
  const held = db.selectFrom("jobs").where("dedupe_key", "=", dedupeKey).where("lease", "=", lease);
  return (await held.select("job_id").executeTakeFirst()) !== undefined;
}

async function freeJob(
  db: Db,
  { dedupeKey, lease }: Leased,
  changes: Partial<Pick<Tables["jobs"], "next_at" | "attempts">>,
): Promise<boolean> {
  const freed = await db
    .updateTable("jobs")
    .set({ lease: null, leased_until: null, ...changes })
    .where("dedupe_key", "=", dedupeKey)
    .where("lease", "=", lease)
    .executeTakeFirst();
  return freed.numUpdatedRows > 0n;
}

export function jobQueries(engine: Engine) {
  /** The update checks the condition again, since another worker may have been faster. */
  async function lease(db: Db, jobId: string, { now, until }: { now: number; until: number }) {
    const lease = randomUUID();
    const taken = await db
      .updateTable("jobs")
      .set((row) => ({ lease, leased_until: until, attempts: row("attempts", "+", 1) }))
      .where("job_id", "=", jobId)
      .where((row) => row.or([row("leased_until", "is", null), row("leased_until", "<=", now)]))
      .executeTakeFirst();
    return taken.numUpdatedRows > 0n ? lease : undefined;
  }

  const due = (db: Db, kinds: string[], now: number) =>
    db
      .selectFrom("jobs")
      .where("kind", "in", kinds)
      .where("next_at", "<=", now)
      .where((row) => row.or([row("leased_until", "is", null), row("leased_until", "<=", now)]));

  return {
    /** For a job that is not part of another transaction. */
    add: (job: NewJob): Promise<void> => engine.write((db) => insertJob(db, job)),

    /** Leases the job that has been due longest, until `until`. An empty queue costs one read. */
    async take(kinds: string[], { now, until }: { now: number; until: number }) {
      const hasWork = await engine.read((db) => due(db, kinds, now).select("job_id").limit(1).execute());
      if (hasWork.length === 0) return undefined;
      return engine.write(async (db): Promise<TakenJob | undefined> => {
        const jobs = await due(db, kinds, now)
          .selectAll()
          .orderBy("next_at")
          // on a shared database, other workers skip a row that one worker has locked
          .$if(!engine.isShared, (rows) => rows.limit(CANDIDATES))
          .$if(engine.isShared, (rows) => rows.limit(1).forUpdate().skipLocked())
          .execute();
        for (const job of jobs) {
          const won = await lease(db, job.job_id, { now, until });
          if (won !== undefined) return takenJob(job, won);
        }
        return undefined;
      });
    },

    /** False if another worker has the lease. */
    renewLease: ({ dedupeKey, lease }: Leased, until: number): Promise<boolean> =>
      engine.write(async (db) => {
        const renewed = await db
          .updateTable("jobs")
          .set({ leased_until: until })
          .where("dedupe_key", "=", dedupeKey)
          .where("lease", "=", lease)
          .executeTakeFirst();
        return renewed.numUpdatedRows > 0n;
      }),

    /** Reschedules a failed job to `nextAt`. A job that was added again meanwhile keeps the time of that. */
    postpone: (job: TakenJob, nextAt: number): Promise<boolean> =>
      engine.write(async (db) => freeJob(db, job, (await isAskedAgain(db, job)) ? {} : { next_at: nextAt })),

    /** Returns a job that was not tried to its end, as when the server stops, without counting an attempt. */
    return: (job: TakenJob): Promise<boolean> =>
      engine.write(async (db) => {
        const { attempts = 0 } =
          (await db
            .selectFrom("jobs")
            .select("attempts")
            .where("dedupe_key", "=", job.dedupeKey)
            .executeTakeFirst()) ?? {};
        return freeJob(db, job, { attempts: Math.max(0, attempts - 1) });
      }),

    /** Ends a job whose result needs no separate row. */
    drop: (job: TakenJob): Promise<boolean> => engine.write((db) => endJob(db, job)),

    /**
     * Releases all leases and makes all jobs due, when the only server of a database starts: the leases are those of a
     * crashed server. Jobs that a wrong clock scheduled too late also become due.
     */
    release: (now: number): Promise<void> =>
      engine.write(async (db) => {
        await db.updateTable("jobs").set({ lease: null, leased_until: null }).execute();
        await db.updateTable("jobs").set({ next_at: now }).where("next_at", ">", now).execute();
      }),
  };
}

function takenJob(row: Tables["jobs"], lease: string): TakenJob {
  return {
    jobId: row.job_id,
    kind: row.kind,
    dedupeKey: row.dedupe_key,
    payload: parseStored(row.payload),
    attempts: row.attempts + 1,
    lease,
  };
}
