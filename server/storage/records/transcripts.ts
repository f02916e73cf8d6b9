import { type SqlBool, sql } from "kysely";
import type { TakeState } from "#contract/api/calls.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { endJob, holdsLease, type TakenJob } from "../outbox/jobs.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { DEDUPE_PREFIX, type TakeName } from "../takes/take-references.ts";
import { selectTake, updateTake } from "../takes/take-rows.ts";
import type { ReviseCommand } from "./records.ts";
import type { ComposedRecord } from "./save-records.ts";
/** What a job needs to know about its take. */
export type TakeInWork = {
  state: TakeState;
  /** Measured when the parts become the stored copy; null before that. */
  durationMs: number | null;
  transcript: string | null;
};

/** A take as a provider sees it, without the transcript. */
export type ListedTake = TakeName & {
  state: TakeState;
  questionId: string | null;
  createdAt: number;
  closedAt: number | null;
  durationMs: number | null;
  bytes: number;
  /** Tries of the take's waiting or running job; null if there is no such job. */
  attempts: number | null;
};

export type SettledState = Exclude<TakeState, "receiving" | "queued">;

/** The result of the work on a take. */
export type TakeSettlement = {
  name: TakeName;
  at: number;
  state: SettledState;
  /** Stored with the take, if given. */
  transcript?: string;
  /** Pure. The client's new record; undefined if the record does not change. */
  revise?(record: ClientRecord): ComposedRecord | undefined;
};

type Copy = { durationMs: number; bytes: number };
/** After `deleted`, the copy has no take; after `lease-lost`, it belongs to another worker's job. */
export type KeepOutcome = "kept" | "deleted" | "lease-lost";

export function transcriptQueries(
  engine: Engine,
  seals: DataKeyring,
  reviseRecord: (db: Db, command: ReviseCommand) => Promise<void>,
) {
  const takeRow = (db: Db, name: TakeName) => selectTake(db, name).where("state", "<>", "dropped");

  /** Deleting the 160 parts of the largest take takes 50 ms, those of a usual take 7 ms. */
  async function deleteParts(db: Db, { clientId, takeId }: TakeName): Promise<void> {
    await db
      .deleteFrom("take_parts")
      .where("client_id", "=", clientId)
      .where("take_id", "=", takeId)
      .execute();
  }

  async function sealed(db: Db, { clientId, takeId }: TakeName, transcript: string): Promise<Uint8Array> {
    return (await seals.toWrite(db, clientId)).seal(sealingContexts.transcript(takeId), transcript);
  }

  async function settle(db: Db, { name, at, state, transcript, revise }: TakeSettlement): Promise<void> {
    const changed = await updateTake(db, name)
      .set({
        state,
        ...(state === "refused" && { bytes: 0 }),
        ...(transcript !== undefined && { transcript: await sealed(db, name, transcript) }),
      })
      // a transcribed take stays transcribed, and a take that is being deleted is not brought back
      .where("state", "in", ["queued", state])
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return;
    if (state === "refused") await deleteParts(db, name);
    if (revise) await reviseRecord(db, { clientId: name.clientId, at, revise });
  }

  return {
    findInWork: (name: TakeName): Promise<TakeInWork | undefined> =>
      engine.read(async (db) => {
        const row = await takeRow(db, name)
          .select(["state", "duration_ms", "transcript"])
          .$narrowType<{ state: TakeState }>()
          .executeTakeFirst();
        if (!row) return undefined;
        const { unseal } = await seals.toRead(db, name.clientId);
        const transcript = row.transcript && unseal(sealingContexts.transcript(name.takeId), row.transcript);
        return { state: row.state, durationMs: row.duration_ms, transcript };
      }),

    /** Marks the copy of a take as stored, and deletes the parts it was made of. */
    keepCopy: (job: TakenJob, name: TakeName, copy: Copy): Promise<KeepOutcome> =>
      engine.write(async (db) => {
        if (!(await holdsLease(db, job))) return "lease-lost";
        const kept = await updateTake(db, name)
          .set({ duration_ms: copy.durationMs, bytes: copy.bytes })
          .where("state", "=", "queued")
          .executeTakeFirst();
        if (kept.numUpdatedRows === 0n) return "deleted";
        await deleteParts(db, name);
        return "kept";
      }),

    /**
     * Ends the job: take, transcript and record change together or not at all. Returns false if another worker has the
     * lease. Writes nothing to a take that was deleted meanwhile.
     */
    settle: (job: TakenJob, settling: TakeSettlement): Promise<boolean> =>
      engine.write(async (db) => {
        const isEnded = await endJob(db, job);
        if (isEnded) await settle(db, settling);
        return isEnded;
      }),

    /** Oldest first; of one client, or of all clients without an id. */
    list: (clientId?: string): Promise<ListedTake[]> =>
      engine.read(async (db) => {
        // one statement, so that takes and jobs come from the same snapshot
        const takes = db
          .selectFrom("takes")
          .leftJoin("jobs", (join) =>
            join.on(
              sql<SqlBool>`jobs.dedupe_key = ${DEDUPE_PREFIX} || takes.client_id || '/' || takes.take_id`,
            ),
          )
          .select(["takes.client_id", "takes.take_id", "takes.state", "takes.question_id", "takes.bytes"])
          .select(["takes.created_at", "takes.closed_at", "takes.duration_ms", "jobs.attempts"])
          .where("takes.state", "<>", "dropped")
          .$narrowType<{ state: TakeState }>();
        const chosen = clientId === undefined ? takes : takes.where("takes.client_id", "=", clientId);
        const rows = await chosen
          .orderBy("takes.created_at")
          .orderBy("takes.take_id")
          .orderBy("takes.client_id")
          .execute();
        return rows.map(listedTake);
      }),
  };
}

type ListedRow = Pick<
  Tables["takes"],
  "client_id" | "take_id" | "question_id" | "created_at" | "closed_at" | "duration_ms" | "bytes"
> & { state: TakeState; attempts: number | null };

function listedTake(row: ListedRow): ListedTake {
  return {
    clientId: row.client_id,
    takeId: row.take_id,
    state: row.state,
    questionId: row.question_id,
    createdAt: row.created_at,
    closedAt: row.closed_at,
    durationMs: row.duration_ms,
    bytes: row.bytes,
    attempts: row.attempts,
  };
}
