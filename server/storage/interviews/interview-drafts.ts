import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { findEntry } from "./catalog-rows.ts";

/** A draft of an interview's next version. */
export type StoredDraft = {
  body: unknown;
  revision: number;
  basedOn: number | null;
  changedAt: number;
  changedBy: string;
};
export type DraftChange = { interviewId: string; body: unknown; at: number; by: string };

/** Identifies one state of a draft. A new draft of the interview starts at revision 1 again. */
export type DraftName = Pick<StoredDraft, "revision" | "changedAt">;

/** The state that an editor started from: a draft, or the current version if there was no draft. */
export type SeenDraft = DraftName | { version: number | null };

export function interviewDraftQueries(engine: Engine) {
  return {
    /** Ids of interviews that have a draft. */
    listDrafts: (): Promise<ReadonlySet<string>> =>
      engine.read(async (db) => {
        const rows = await db.selectFrom("interview_drafts").select("interview_id").execute();
        return new Set(rows.map((row) => row.interview_id));
      }),

    findDraft: (interviewId: string): Promise<StoredDraft | undefined> =>
      engine.read(async (db) => {
        const drafts = db.selectFrom("interview_drafts").selectAll();
        const row = await drafts.where("interview_id", "=", interviewId).executeTakeFirst();
        return (
          row && {
            body: parseStored(row.body),
            revision: row.revision,
            basedOn: row.based_on,
            changedAt: row.changed_at,
            changedBy: row.changed_by,
          }
        );
      }),

    /** Replaces an earlier draft. Undefined if there is no such interview. */
    putDraft: ({ interviewId, body, at, by }: DraftChange): Promise<{ revision: number } | undefined> =>
      engine.write(async (db) => {
        const entry = await findEntry(db, interviewId);
        if (!entry) return undefined;
        const changed = { body: JSON.stringify(body), changed_at: at, changed_by: by };
        const based_on = entry.current_version;
        return db
          .insertInto("interview_drafts")
          .values({ interview_id: interviewId, revision: 1, based_on, ...changed })
          .onConflict((conflict) =>
            conflict.column("interview_id").doUpdateSet(({ eb, ref }) => ({
              ...changed,
              based_on,
              revision: eb(ref("interview_drafts.revision"), "+", 1),
            })),
          )
          .returning("revision")
          .executeTakeFirstOrThrow();
      }),

    /** Replaces only the state that was seen. `changed`: there is another one now. */
    writeDraft: (
      { interviewId, body, at, by }: DraftChange,
      seen: SeenDraft,
    ): Promise<DraftName | "missing" | "changed"> =>
      engine.write(async (db) => {
        const entry = await findEntry(db, interviewId);
        if (!entry) return "missing";
        if (!(await isSeen(db, entry, seen))) return "changed";
        const changed = { body: JSON.stringify(body), changed_at: at, changed_by: by };
        if (!("revision" in seen)) {
          const begun = { interview_id: interviewId, revision: 1, based_on: entry.current_version };
          await db
            .insertInto("interview_drafts")
            .values({ ...begun, ...changed })
            .execute();
          return { revision: 1, changedAt: at };
        }
        const revision = seen.revision + 1;
        await db
          .updateTable("interview_drafts")
          .set({ ...changed, revision })
          .where("interview_id", "=", interviewId)
          .execute();
        return { revision, changedAt: at };
      }),

    /** Only possible if there is a version to go back to. */
    discardDraft: (
      { interviewId, seen }: { interviewId: string; seen: SeenDraft },
      events: StorageEvent[],
    ): Promise<"done" | "missing" | "changed" | "unpublished"> =>
      engine.write(async (db) => {
        const entry = await findEntry(db, interviewId);
        if (!entry) return "missing";
        if (entry.current_version === null) return "unpublished";
        if (!(await isSeen(db, entry, seen))) return "changed";
        if (!("revision" in seen)) return "done";
        await dropDraft(db, interviewId);
        await insertEvents(db, events);
        return "done";
      }),
  };
}

async function isSeen(db: Db, entry: Tables["interview_catalog"], seen: SeenDraft): Promise<boolean> {
  const { interview_id: interviewId, current_version } = entry;
  if ("revision" in seen) return hasDraft(db, interviewId, seen);
  const drafts = db.selectFrom("interview_drafts").select("revision");
  const row = await drafts.where("interview_id", "=", interviewId).executeTakeFirst();
  return row === undefined && current_version === seen.version;
}

/** Part of a transaction. */
export async function hasDraft(
  db: Db,
  interviewId: string,
  { revision, changedAt }: DraftName,
): Promise<boolean> {
  const drafts = db.selectFrom("interview_drafts").select(["revision", "changed_at"]);
  const row = await drafts.where("interview_id", "=", interviewId).executeTakeFirst();
  return row?.revision === revision && row.changed_at === changedAt;
}

/** Part of a transaction. */
export async function dropDraft(db: Db, interviewId: string): Promise<void> {
  await db.deleteFrom("interview_drafts").where("interview_id", "=", interviewId).execute();
}
