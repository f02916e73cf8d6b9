import { sql } from "kysely";
import { HISTORY_MAX_BYTES, HISTORY_MAX_STEPS } from "#contract/limits.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { stepsToDrop } from "./thin-history.ts";

/** One step of a record's history; the newest step is the current record. */
export type StoredRevision = {
  revision: number;
  savedAt: number;
  /** Null if this revision was not submitted. */
  submittedAt: number | null;
  /** The device that saved the revision. */
  device: string | null;
};

/** Stands in for a device if the server made the revision. */
export const SERVER_DEVICE = "server";
/** Stands in for a device if a helper of the client saved. */
export const HELPER_DEVICE = "helper";

/**
 * After this many saves, a record's history is cut to its size limits; after every THIN_EVERY saves, it is thinned by
 * age.
 */
const CUT_EVERY = 50;
/**
 * A larger body causes a cut at each save. Up to this size, a full history plus one interval of saves fits into the
 * limit.
 */
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

    /** Deletes up to `limit` revisions saved before this time, never a current record. Returns how many it deleted. */
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

/** Bounds the history after a save has added a revision. */
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

/** Leaves room for the saves until the next cut. The newest revision is the current record and always stays. */
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
