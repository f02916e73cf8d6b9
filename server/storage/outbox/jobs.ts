import { randomUUID } from "node:crypto";
import { parseStored } from "../engine/damage.ts";
import { type Engine, prepare } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
/** Work to be done, once, by whichever worker knows its kind. */
export type NewJob = {
  kind: string;
  /** A job with the same key is the same job. */
  dedupeKey: string;
  /** Ids only: it is stored unsealed. */
  payload: { [name: string]: string };
  /** When it was asked for, which is also when it may be done. */
  at: number;
};

/** A job in the hands of the worker that holds its lease. */
export type TakenJob = {
  jobId: string;
  kind: string;
  dedupeKey: string;
  payload: unknown;
  /** How often it was taken, this time included. */
  attempts: number;
  lease: string;
};

/** Those that a worker may have taken from it meanwhile are tried next, up to this. */
const CANDIDATES = 10;

/**
 * Puts a job into the queue, as part of the transaction that makes it necessary. One that waits is done at `at`, with
 * its attempts counted anew. One that is being done gets a new id, by which `endJob` sees that it has to be done again.
 */
export async function insertJob(db: Db, job: NewJob): Promise<void> {
  await insertion(db, newRow(job)).execute();
}

/** `insertJob`, compiled once, for what every save may do. */
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
 * Ends a job, as part of the transaction that writes its result; one that was asked for again meanwhile is back in the
 * queue. False where the lease is another's by now: then nothing may be written.
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
 * Puts a job back to be done at `at` with its attempts counted anew, as part of the transaction that writes what came of
 * it; one that was asked for again meanwhile is due as that asked. False where the lease is another's by now.
 */
export async function putOffJob(db: Db, job: TakenJob, at: number): Promise<boolean> {
  return freeJob(db, job, (await isAskedAgain(db, job)) ? {} : { next_at: at, attempts: 0 });
}

async function isAskedAgain(db: Db, { jobId, dedupeKey }: TakenJob): Promise<boolean> {
  const current = db.selectFrom("jobs").select("job_id").where("dedupe_key", "=", dedupeKey);
  return (await current.executeTakeFirst())?.job_id !== jobId;
}

type Leased = Pick<TakenJob, "dedupeKey" | "lease">;

/** Whether the job is still in the hands of this worker. */
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
  /** The condition is checked again in the update: with several workers, another may have come first. */
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
    /** For a job that nothing else has to be written with. */
    add: (job: NewJob): Promise<void> => engine.write((db) => insertJob(db, job)),

    /** Takes the job that has waited longest, by a lease until `until`. A queue with nothing to do costs one read. */
    async take(kinds: string[], { now, until }: { now: number; until: number }) {
      const hasWork = await engine.read((db) => due(db, kinds, now).select("job_id").limit(1).execute());
      if (hasWork.length === 0) return undefined;
      return engine.write(async (db): Promise<TakenJob | undefined> => {
        const jobs = await due(db, kinds, now)
          .selectAll()
          .orderBy("next_at")
          // a row that one worker has read for taking is locked for the others
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

    /** False where the lease is another's by now. */
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

    /** Puts a job back to be tried at `nextAt`; one that was asked for again meanwhile is due as that asked. */
    postpone: (job: TakenJob, nextAt: number): Promise<boolean> =>
      engine.write(async (db) => freeJob(db, job, (await isAskedAgain(db, job)) ? {} : { next_at: nextAt })),

    /** Gives a job back that was not tried to its end, as when the server stops: it does not count as an attempt. */
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
     * Frees every job, to be tried at once: for the start of a server that is the only one on its database, so that the
     * leases are those of a server that has died. What a wrong clock has put off comes back with it.
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
