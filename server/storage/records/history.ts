import { sql } from "kysely";
import { HISTORY_MAX_BYTES, HISTORY_MAX_STEPS } from "#contract/limits.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { stepsToDrop } from "./thin-history.ts";

/** One step of a record's history; the newest is the record. */
export type StoredRevision = {
  revision: number;
  savedAt: number;
  /** Set where this very revision was submitted. */
  submittedAt: number | null;
  /** From where it was saved. */
  device: string | null;
};

/** In the place of a device, where a revision is the server's own. */
export const SERVER_DEVICE = "server";
/** In the place of a device, where a helper of the client saved. */
export const HELPER_DEVICE = "helper";

/** At every so many of its saves a record's history is cut to its greatest length, and less often thinned by age. */
const CUT_EVERY = 50;
/** At each save of a larger record too: as many smaller ones as there may be take less than the history may. */
const LARGE_BYTES = Math.floor(HISTORY_MAX_BYTES / (HISTORY_MAX_STEPS + CUT_EVERY));
const THIN_EVERY = 500;

export function historyQueries(engine: Engine) {
  return {
    /** Newest first. */
    listRevisions: (clientId: string): Promise<StoredRevision[]> =>
      engine.read(async (db) => {
        const rows = await stepsOf(db, clientId)
          .select("device")
          .select((revision) =>
            revision
              .selectFrom("submissions")
              .select(({ fn }) => fn.max("submitted_at").as("at"))
              .whereRef("submissions.client_id", "=", "revisions.client_id")
              .whereRef("submissions.revision", "=", "revisions.revision")
              .as("submitted_at"),
          )
          .execute();
        return rows.map((row) => ({
          revision: row.revision,
          savedAt: row.saved_at,
          submittedAt: row.submitted_at,
          device: row.device,
        }));
      }),

    /** Drops history older than `before` of up to `limit` revisions; returns how many it dropped. */
    dropHistory: (before: number, limit: number): Promise<number> =>
      engine.write(async (db) => {
        const old = await db
          .selectFrom("revisions")
          .innerJoin("records", "records.client_id", "revisions.client_id")
          .select(["revisions.client_id", "revisions.revision"])
          .where("revisions.saved_at", "<", before)
          .whereRef("revisions.revision", "<", "records.revision")
          .limit(limit)
          .execute();
        for (const row of old) await deleteRevisions(db, row.client_id, [row.revision]);
        return old.length;
      }),
  };
}

/** What a save does for the history that it has just made longer. */
export async function shortenHistory(
  db: Db,
  { clientId, revision, at, bytes }: { clientId: string; revision: number; at: number; bytes: number },
): Promise<void> {
  if (revision % CUT_EVERY === 0 || bytes > LARGE_BYTES) await cut(db, clientId);
  if (revision % THIN_EVERY === 0) await thin(db, clientId, at);
}

function stepsOf(db: Db, clientId: string) {
  return db
    .selectFrom("revisions")
    .select(["revision", "saved_at"])
    .where("client_id", "=", clientId)
    .orderBy("revision", "desc");
}

/** Leaves room for the saves until the next cut. The newest is the record itself and always stays. */
async function cut(db: Db, clientId: string): Promise<void> {
  const steps = await db
    .selectFrom("revisions")
    .select("revision")
    .select(sql<number>`length(body)`.as("bytes"))
    .where("client_id", "=", clientId)
    .orderBy("revision", "desc")
    .execute();
  let bytes = 0;
  const newestGone = steps.find((step, place) => {
    bytes += Number(step.bytes);
    return place > 0 && (bytes > HISTORY_MAX_BYTES || place > HISTORY_MAX_STEPS - CUT_EVERY);
  });
  if (!newestGone) return;
  await db
    .deleteFrom("revisions")
    .where("client_id", "=", clientId)
    .where("revision", "<=", newestGone.revision)
    .execute();
}

async function thin(db: Db, clientId: string, now: number): Promise<void> {
  const rows = await stepsOf(db, clientId).execute();
  const steps = rows.map((row) => ({ revision: row.revision, savedAt: row.saved_at }));
  await deleteRevisions(db, clientId, stepsToDrop(steps, now));
}

async function deleteRevisions(db: Db, clientId: string, revisions: number[]): Promise<void> {
  if (revisions.length === 0) return;
  await db
    .deleteFrom("revisions")
    .where("client_id", "=", clientId)
    .where("revision", "in", revisions)
    .execute();
}
