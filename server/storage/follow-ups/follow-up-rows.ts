import type { FollowUpEntryKind } from "#contract/manage/follow-ups.ts";
import { noteFollowUps } from "../engine/client-facts.ts";
import type { Db, Tables } from "../engine/schema.ts";

/** A client's question. */
export type FollowUpName = { clientId: string; questionId: string };

/** What a manager does at a question. */
export type FollowUpAct = FollowUpName & { managerId: string; at: number };

export type NewFollowUpEntry = FollowUpName & {
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
export async function addFollowUpEntry(db: Db, added: NewFollowUpEntry): Promise<void> {
  const { clientId: client_id, questionId: question_id, entry, kind, at } = added;
  const state = {
    entries: entry,
    asked_at: kind === "asked-back" ? at : null,
    approved_mark: added.approvedMark ?? null,
  };
  await db
    .insertInto("threads")
    .values({ client_id, question_id, ...state } satisfies Tables["threads"])
    .onConflict((conflict) => conflict.columns(["client_id", "question_id"]).doUpdateSet(state))
    .execute();
  const { managerId: manager_id = null, body = null } = added;
  await db
    .insertInto("thread_entries")
    .values({ client_id, question_id, entry, kind, manager_id, body, at } satisfies Tables["thread_entries"])
    .execute();
  await noteFollowUps(db, client_id);
}

export async function findFollowUp(db: Db, { clientId, questionId }: FollowUpName) {
  return db
    .selectFrom("threads")
    .select(["entries", "asked_at", "approved_mark"])
    .where("client_id", "=", clientId)
    .where("question_id", "=", questionId)
    .executeTakeFirst();
}
