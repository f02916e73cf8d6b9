import type { FollowUpEntryKind } from "#contract/manage/follow-ups.ts";
import { noteFollowUps } from "../engine/client-facts.ts";
import type { Db, Tables } from "../engine/schema.ts";

/** A client's question. */
export type FollowUpName = { clientId: string; questionId: string };

/** What a manager does at a question. */
export type FollowUpAct = FollowUpName & { managerId: string; at: number };

export type NewFollowUpEntry = {
  questionId: string;
  /** One more than there were. */
  entry: number;
  kind: FollowUpEntryKind;
  /** None where it is the client. */
  managerId?: string;
  /** Sealed. */
  body?: Uint8Array;
  at: number;
  /** What is approved from now on, if anything. */
  approvedMark?: string;
};

/** Adds an entry, and notes what is true from then on: each kind of entry settles what was asked, but for another ask. */
export async function addFollowUpEntry(db: Db, { clientId, ...added }: FollowUpName & NewFollowUpEntry) {
  await addFollowUpEntries(db, clientId, [added]);
}

/** `added`: at least one, and one a question. */
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

/** All of a client, by question. */
export async function findFollowUps(db: Db, clientId: string) {
  const threads = db.selectFrom("threads").select(["question_id", ...STATE]);
  const rows = await threads.where("client_id", "=", clientId).execute();
  return new Map(rows.map((row) => [row.question_id, row]));
}
