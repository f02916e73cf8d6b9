import { revokeKeysOf } from "../access/access-keys.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { type TakeName, TRANSCRIBE_TAKE_JOB } from "../takes/take-references.ts";
import { updateTakesOf } from "../takes/take-rows.ts";

/** Tables with bodies of a client's record. */
type BodyTable = "revisions" | "submissions";

/** Bytes deleted in one transaction: few enough that no save waits long. A single body may be larger. */
const STEP_BYTES = 2 * 1024 * 1024;
const ROWS_AT_ONCE = 200;
/** This many notes of the greatest length stay below STEP_BYTES. */
const NOTES_AT_ONCE = 50;

/**
 * Every table with rows of a client, except the audit trail, which stays. Large tables are emptied in steps, the others
 * together with the client's own row. A test finds tables that are missing here.
 */
export const TABLES_OF_CLIENT = {
  inSteps: [
    "webhook_messages",
    "thread_entries",
    "notes",
    "drafts",
    "field_values",
    "take_parts",
    "audio_objects",
    "takes",
    "revisions",
    "submissions",
    "idempotency_keys",
  ],
  atTheEnd: [
    "client_tags",
    "shares",
    "bulk_items",
    "threads",
    "looks",
    "work_moments",
    "section_times",
    "mails",
    "mail_opt_outs",
    "repeatable_calls",
    "sessions",
    "client_pins",
    "passkeys",
    "helpers",
    "access_keys",
    "records",
    "clients",
  ],
} as const satisfies { [when: string]: (keyof Tables)[] };

/** What remains in a client's row until the row is deleted. */
const NAMELESS = {
  name: "",
  folded_name: "",
  email: null,
  contact: null,
  external_id: null,
  phone: null,
  website: null,
  draft_key: new Uint8Array(),
};

export type SoftDeleteClientCommand = { clientId: string; at: number };

/**
 * Erases a client in steps, so that no save waits long: soft-delete, which hides the client at once and is final;
 * delete the data; delete the row. An interrupted erasure is found and continued.
 */
export function eraseQueries(engine: Engine, seals: DataKeyring) {
  return {
    /**
     * Destroys the data key, ends keys and sessions, and clears the name, email address and draft key. Returns false
     * and writes nothing if there is no such client.
     */
    async softDeleteClient(
      { clientId, at }: SoftDeleteClientCommand,
      events: StorageEvent[],
    ): Promise<boolean> {
      const isCondemned = await engine.write((db) => softDelete(db, { clientId, at }, events));
      if (isCondemned) seals.forget(clientId);
      return isCondemned;
    },

    /** Ids of clients whose erasure is not complete, in order. */
    listSoftDeleted: (): Promise<string[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("clients")
          .select("client_id")
          .where("erased_at", "is not", null)
          .orderBy("client_id")
          .execute();
        return rows.map((row) => row.client_id);
      }),

    /** Deletes the jobs on a client's takes. False while a worker has leased one and may still write audio. */
    dropJobs: (clientId: string, now: number): Promise<boolean> =>
      engine.write(async (db) => {
        const jobs = await jobsOf(db, clientId);
        const free = jobs.filter(({ leased_until }) => leased_until === null || leased_until <= now);
        const ids = free.map((job) => job.job_id);
        if (ids.length > 0) await db.deleteFrom("jobs").where("job_id", "in", ids).execute();
        return free.length === jobs.length;
      }),

    /** Soft-deletes all takes of a client, including one that was being sent, and lists them. */
    softDeleteTakes: (clientId: string, at: number): Promise<TakeName[]> =>
      engine.write(async (db) => {
        await dropTakes(db, clientId, at);
        const takes = db.selectFrom("takes").select("take_id").where("client_id", "=", clientId);
        return (await takes.execute()).map((row) => ({ clientId, takeId: row.take_id }));
      }),

    /** Deletes a part of a soft-deleted client's data. False if nothing is left. */
    dropPieceOfRecord: (clientId: string): Promise<boolean> =>
      engine.write(
        async (db) =>
          (await dropBodies(db, "revisions", clientId)) ||
          (await dropBodies(db, "submissions", clientId)) ||
          (await dropIdempotencyKeys(db, clientId)) ||
          (await dropFollowUps(db, clientId)) ||
          (await dropNotes(db, clientId)) ||
          (await dropDrafts(db, clientId)) ||
          (await dropFieldValues(db, clientId)),
      ),

    /**
     * Deletes the row of a soft-deleted client. False if there is more to delete, as from a save that was under way.
     */
    forgetClient: (clientId: string): Promise<boolean> =>
      engine.write(async (db) => {
        for (const table of TABLES_OF_CLIENT.inSteps) if (await hasRows(db, table, clientId)) return false;
        for (const table of TABLES_OF_CLIENT.atTheEnd) {
          await db.deleteFrom(table).where("client_id", "=", clientId).execute();
        }
        return true;
      }),

    /** Makes sure that no file still holds deleted data. False while another process prevents that. */
    eraseFreedPages: (): Promise<boolean> => engine.eraseFreedPages(),
  };
}

/** Part of a transaction; after it, the caller must also drop the client's data key from memory. */
export async function softDelete(
  db: Db,
  { clientId, at }: SoftDeleteClientCommand,
  events: StorageEvent[],
): Promise<boolean> {
  const condemned = await db
    .updateTable("clients")
    .set({ erased_at: at, ...NAMELESS })
    .where("client_id", "=", clientId)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  if (condemned.numUpdatedRows === 0n) return false;
  await db.deleteFrom("data_keys").where("owner", "=", clientId).execute();
  await db.deleteFrom("sessions").where("client_id", "=", clientId).execute();
  await db.deleteFrom("shares").where("client_id", "=", clientId).execute();
  await revokeKeysOf(db, clientId, at);
  await dropTakes(db, clientId, at);
  await dropKeptAnswers(db, clientId);
  await insertEvents(db, events);
  return true;
}

/**
 * Deletes the stored answers of calls about the client, and those of calls about several clients: an import's answer
 * has names and keys of each. The idempotency keys of the latter stay, so that a repeat creates nothing twice.
 */
async function dropKeptAnswers(db: Db, clientId: string): Promise<void> {
  await db.deleteFrom("repeatable_calls").where("client_id", "=", clientId).execute();
  await db.updateTable("repeatable_calls").set({ answer: null }).where("client_id", "is", null).execute();
}

async function dropTakes(db: Db, clientId: string, at: number): Promise<void> {
  await updateTakesOf(db, clientId).set({ state: "dropped", drop_at: at }).execute();
}

async function jobsOf(db: Db, clientId: string) {
  const prefix = `${TRANSCRIBE_TAKE_JOB}:${clientId}/`;
  return db
    .selectFrom("jobs")
    .select(["job_id", "leased_until"])
    .where(({ eb, fn, lit }) =>
      eb(fn<string>("substr", ["dedupe_key", lit(1), lit(prefix.length)]), "=", prefix),
    )
    .execute();
}

async function dropBodies(db: Db, table: BodyTable, clientId: string): Promise<boolean> {
  const rows = await db
    .selectFrom(table)
    .select(({ fn }) => ["revision", fn<number>("length", ["body"]).as("bytes")])
    .where("client_id", "=", clientId)
    .orderBy("revision")
    .limit(ROWS_AT_ONCE)
    .execute();
  if (rows.length === 0) return false;
  let bytes = 0;
  const revisions = rows.filter((row, place) => {
    bytes += Number(row.bytes);
    return place === 0 || bytes <= STEP_BYTES;
  });
  await db
    .deleteFrom(table)
    .where("client_id", "=", clientId)
    .where(
      "revision",
      "in",
      revisions.map((row) => row.revision),
    )
    .execute();
  return true;
}

async function dropIdempotencyKeys(db: Db, clientId: string): Promise<boolean> {
  const rows = await db
    .selectFrom("idempotency_keys")
    .select("idempotency_key")
    .where("client_id", "=", clientId)
    .limit(ROWS_AT_ONCE)
    .execute();
  if (rows.length === 0) return false;
  const keys = rows.map((row) => row.idempotency_key);
  await db
    .deleteFrom("idempotency_keys")
    .where("client_id", "=", clientId)
    .where("idempotency_key", "in", keys)
    .execute();
  return true;
}

/** Deletes the entries of one question. They contain text, so they go before freed pages are erased. */
async function dropFollowUps(db: Db, clientId: string): Promise<boolean> {
  const row = await db
    .selectFrom("thread_entries")
    .select("question_id")
    .where("client_id", "=", clientId)
    .limit(1)
    .executeTakeFirst();
  if (!row) return false;
  await db
    .deleteFrom("thread_entries")
    .where("client_id", "=", clientId)
    .where("question_id", "=", row.question_id)
    .execute();
  return true;
}

async function dropNotes(db: Db, clientId: string): Promise<boolean> {
  const rows = await db
    .selectFrom("notes")
    .select("note_id")
    .where("client_id", "=", clientId)
    .limit(NOTES_AT_ONCE)
    .execute();
  if (rows.length === 0) return false;
  const ids = rows.map((row) => row.note_id);
  await db.deleteFrom("notes").where("note_id", "in", ids).execute();
  return true;
}

async function dropDrafts(db: Db, clientId: string): Promise<boolean> {
  const row = await db
    .selectFrom("drafts")
    .select("manager_id")
    .where("client_id", "=", clientId)
    .limit(1)
    .executeTakeFirst();
  if (!row) return false;
  await db
    .deleteFrom("drafts")
    .where("client_id", "=", clientId)
    .where("manager_id", "=", row.manager_id)
    .execute();
  return true;
}

/** At most one row per field, so one step deletes all. */
async function dropFieldValues(db: Db, clientId: string): Promise<boolean> {
  const dropped = await db.deleteFrom("field_values").where("client_id", "=", clientId).executeTakeFirst();
  return dropped.numDeletedRows > 0n;
}

type TableOfClient = (typeof TABLES_OF_CLIENT)["inSteps"][number];

async function hasRows(db: Db, table: TableOfClient, clientId: string): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select("client_id")
    .where("client_id", "=", clientId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
