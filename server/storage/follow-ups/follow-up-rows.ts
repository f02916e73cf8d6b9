import type { FollowUpEntryKind } from "#contract/manage/follow-ups.ts";
import { noteFollowUps } from "../engine/client-facts.ts";
import type { Db, Tables } from "../engine/schema.ts";

/** Names a question of a client. */
export type FollowUpName = { clientId: string; questionId: string };

/** A manager's action on a question. */
export type FollowUpAct = FollowUpName & { managerId: string; at: number };

export type NewFollowUpEntry = {
  questionId: string;
  /** The entry's number: one more than the last. */
  entry: number;
  kind: FollowUpEntryKind;
  /** Absent if the entry is the client's. */
  managerId?: string;
  /** Sealed. */
  body?: Uint8Array;
  at: number;
  /** The mark of the content that is now approved, if any. */
  approvedMark?: string;
};

/** Adds an entry and updates the question's state: each entry closes the open follow-up, unless it asks another one. */
export async function addFollowUpEntry(db: Db, { clientId, ...added }: FollowUpName & NewFollowUpEntry) {
  await addFollowUpEntries(db, clientId, [added]);
}

/** `added`: at least one entry, and at most one per question. */
export async function addFollowUpEntries(db: Db, client_id: string, added: readonly NewFollowUpEntry[]) {
  const threads = added.map(
    ({ questionId: question_id, entry: entries, kind, at, approvedMark: approved_mark = null }) => {
      const asked_at = kind === "asked-back" ? at : null;
      return { client_id, question_id, entries, asked_at, approved_mark } satisfies Tables["threads"];
    },
  );
  await db
    .insertInto("threads")
    .values(threads)
    .onConflict((conflict) =>
      conflict.columns(["client_id", "question_id"]).doUpdateSet(({ ref }) => ({
        entries: ref("excluded.entries"),
        asked_at: ref("excluded.asked_at"),
        approved_mark: ref("excluded.approved_mark"),
      })),
    )
    .execute();
  const entries = added.map(
    ({ questionId: question_id, entry, kind, managerId: manager_id = null, body = null, at }) =>
      ({ client_id, question_id, entry, kind, manager_id, body, at }) satisfies Tables["thread_entries"],
  );
  await db.insertInto("thread_entries").values(entries).execute();
  await noteFollowUps(db, client_id);
}

const STATE = ["entries", "asked_at", "approved_mark"] as const;

export async function findFollowUp(db: Db, { clientId, questionId }: FollowUpName) {
  return db
    .selectFrom("threads")
    .select(STATE)
    .where("client_id", "=", clientId)
    .where("question_id", "=", questionId)
    .executeTakeFirst();
}

/** All follow-ups of a client, by question. */
export async function findFollowUps(db: Db, clientId: string) {
  const threads = db.selectFrom("threads").select(["question_id", ...STATE]);
  const rows = await threads.where("client_id", "=", clientId).execute();
  return new Map(rows.map((row) => [row.question_id, row]));
}
