import { sql } from "kysely";
import { HOUR_MS } from "#contract/instants.ts";
import { SUBMISSIONS_KEPT_MAX, SUBMISSIONS_KEPT_MAX_BYTES, SUBMISSIONS_PER_HOUR } from "#contract/limits.ts";
import type { Db } from "../engine/schema.ts";

type Coming = { clientId: string; at: number; bytes: number };
type Kept = { submission_id: string; bytes: number };

/**
 * Deletes earlier submissions to make room for a new one, so that no client can fill the disk; no submission is
 * refused. Returns false if others were notified of too many in the last hour: the new one then replaces the newest,
 * without a notice. The client's first submission always stays.
 */
export async function boundSubmissions(db: Db, { clientId, at, bytes }: Coming): Promise<boolean> {
  const isNews = (await newsSince(db, clientId, at - HOUR_MS)) < SUBMISSIONS_PER_HOUR;
  const kept = await db
    .selectFrom("submissions")
    .select("submission_id")
    .select(sql<number>`length(body)`.as("bytes"))
    .where("client_id", "=", clientId)
    .orderBy("revision", "desc")
    .orderBy("submitted_at", "desc")
    .execute();
  const replaced = isNews ? [] : kept.slice(0, 1);
  const gone = [...replaced, ...beyondQuota(kept.slice(replaced.length), bytes)];
  const ids = gone.map(({ submission_id }) => submission_id);
  if (ids.length > 0) await db.deleteFrom("submissions").where("submission_id", "in", ids).execute();
  return isNews;
}

/** Counts in the audit trail, since submissions may have been deleted. */
async function newsSince(db: Db, clientId: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom("events")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("client_id", "=", clientId)
    .where("kind", "=", "record.submitted")
    .where("at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * The submissions that leave no room for a new one of `bytes`; never the client's first. `kept` has the newest first.
 */
function beyondQuota(kept: Kept[], bytes: number): Kept[] {
  const first = kept.at(-1);
  let room = SUBMISSIONS_KEPT_MAX_BYTES - bytes - Number(first?.bytes ?? 0);
  return kept.slice(0, -1).filter((each, place) => {
    room -= Number(each.bytes);
    return room < 0 || place >= SUBMISSIONS_KEPT_MAX - 2;
  });
}
