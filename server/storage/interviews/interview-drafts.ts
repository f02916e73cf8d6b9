import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { findEntry } from "./catalog-rows.ts";

/** What is being written, over one version. */
export type StoredDraft = { body: unknown; revision: number; basedOn: number | null; changedAt: number };
export type DraftChange = { interviewId: string; body: unknown; at: number; by: string };

/** Tells one draft from all others of its interview: the revisions of a draft begin anew. */
export type DraftName = Pick<StoredDraft, "revision" | "changedAt">;

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
          }
        );
      }),

    /** In the place of an earlier draft. Undefined where there is no such interview. */
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
  };
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
