import { FOLLOW_UP_ENTRIES_MAX } from "#contract/manage/follow-ups.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { noteClientFacts } from "../engine/client-facts.ts";
import { hasClient } from "../engine/has-client.ts";
import type { Db } from "../engine/schema.ts";
import {
  addFollowUpEntries,
  type FollowUpAct,
  findFollowUps,
  type NewFollowUpEntry,
} from "./follow-up-rows.ts";

/** The current record, and the record at another revision. */
export type RecordRevisions = { record: ClientRecord; earlier: ClientRecord | undefined };
export type ReadRecord = (db: Db, clientId: string, revision: number) => Promise<RecordRevisions | undefined>;

/** Tells apart different contents of a question. */
export type ContentMarker = {
  /** Pure. A mark that differs for different contents of a question; undefined if the question has no content. */
  mark(questionId: string, record: ClientRecord | undefined): string | undefined;
  /** Every question that the interview asks. */
  questions: readonly string[];
};

/** A manager's action on several questions of a client. */
export type ActOnMany = Omit<FollowUpAct, "questionId"> & { questionIds: readonly string[] };
export type ApproveCommand = ActOnMany &
  ContentMarker & {
    /** The revision that the manager read. */
    revision: number;
  };

/** `approved`: the questions that were newly approved. Unless the outcome is `done`, nothing is written. */
export type ApproveOutcome =
  | { kind: "done"; approved: string[] }
  | { kind: "gone" | "nothing-there" | "changed" | "full" };

type ApproveAll = Omit<FollowUpAct, "questionId"> & ContentMarker;
/** `entries`: the number of the new entry, by question. */
type AllApproved =
  | { kind: "done"; entries: { [questionId: string]: number } }
  | { kind: "not-submitted" | "already" | "waiting" };

/** Part of a transaction. Approves the answers that were read and closes their follow-ups: all of them, or none. */
export async function approve(
  db: Db,
  { revision, ...command }: ApproveCommand,
  readRecord: ReadRecord,
): Promise<ApproveOutcome> {
  const { mark, clientId, managerId, at, questionIds } = command;
  if (!(await hasClient(db, clientId))) return { kind: "gone" };
  const read = await readRecord(db, clientId, revision);
  const followUps = await findFollowUps(db, clientId);
  const added: NewFollowUpEntry[] = [];
  for (const questionId of new Set(questionIds)) {
    const approvedMark = mark(questionId, read?.record);
    if (approvedMark === undefined) return { kind: "nothing-there" };
    if (mark(questionId, read?.earlier) !== approvedMark) return { kind: "changed" };
    const { entries = 0, approved_mark } = followUps.get(questionId) ?? {};
    if (approved_mark === approvedMark) continue;
    if (entries >= FOLLOW_UP_ENTRIES_MAX) return { kind: "full" };
    added.push({ questionId, managerId, at, entry: entries + 1, kind: "approved", approvedMark });
  }
  if (added.length === 0) return { kind: "done", approved: [] };
  await addFollowUpEntries(db, clientId, added);
  await noteWhole(db, command, read?.record);
  return { kind: "done", approved: added.map(({ questionId }) => questionId) };
}

/** Part of a transaction. Returns the ids of the questions whose approval was withdrawn. */
export async function unapprove(db: Db, { clientId, questionIds, ...act }: ActOnMany): Promise<string[]> {
  const followUps = await findFollowUps(db, clientId);
  const undone = [...new Set(questionIds)].flatMap((questionId) => {
    const followUp = followUps.get(questionId);
    if (!followUp || followUp.approved_mark === null) return [];
    return [{ ...act, questionId, entry: followUp.entries + 1, kind: "unapproved" as const }];
  });
  if (undone.length > 0) await addFollowUpEntries(db, clientId, undone);
  return undone.map(({ questionId }) => questionId);
}

/**
 * Part of a transaction. Approves the current content of each answered question of a submitted interview. Unanswered
 * follow-ups stay open.
 */
export async function approveAll(db: Db, command: ApproveAll, readRecord: ReadRecord): Promise<AllApproved> {
  const { clientId, managerId, at, mark, questions } = command;
  const heads = db.selectFrom("records").select(["revision", "submitted_at"]);
  const head = await heads.where("client_id", "=", clientId).executeTakeFirst();
  if (!head || head.submitted_at === null) return { kind: "not-submitted" };
  const read = await readRecord(db, clientId, head.revision);
  const followUps = await findFollowUps(db, clientId);
  const isWaiting = questions.some((id) => isOpen(followUps.get(id)));
  const approved = questions.flatMap((questionId) => {
    const followUp = followUps.get(questionId);
    const { entries = 0, approved_mark } = followUp ?? {};
    const approvedMark = mark(questionId, read?.record);
    if (approvedMark === undefined || approvedMark === approved_mark) return [];
    if (isOpen(followUp) || entries >= FOLLOW_UP_ENTRIES_MAX) return [];
    return [{ questionId, managerId, at, entry: entries + 1, kind: "approved" as const, approvedMark }];
  });
  if (approved.length === 0) return { kind: isWaiting ? "waiting" : "already" };
  await addFollowUpEntries(db, clientId, approved);
  await noteWhole(db, command, read?.record);
  return {
    kind: "done",
    entries: Object.fromEntries(approved.map(({ questionId, entry }) => [questionId, entry])),
  };
}

function isOpen(followUp: { asked_at: number | null } | undefined): boolean {
  return followUp !== undefined && followUp.asked_at !== null;
}

/** Part of a transaction. Withdraws the approvals of `approveAll`, except on questions with a later entry. */
export async function unapproveAll(
  db: Db,
  { clientId, ...act }: Omit<FollowUpAct, "questionId">,
  approved: { [questionId: string]: number },
): Promise<string[]> {
  const followUps = await findFollowUps(db, clientId);
  const undone = Object.entries(approved).flatMap(([questionId, entry]) => {
    const followUp = followUps.get(questionId);
    if (followUp?.entries !== entry || followUp.approved_mark === null) return [];
    return [{ ...act, questionId, entry: entry + 1, kind: "unapproved" as const }];
  });
  if (undone.length > 0) await addFollowUpEntries(db, clientId, undone);
  return undone.map(({ questionId }) => questionId);
}

/** Stores whether all answers are approved, which holds until the content changes. */
async function noteWhole(
  db: Db,
  { clientId, questions, mark, at }: Pick<ApproveAll, "clientId" | "questions" | "mark" | "at">,
  record: ClientRecord | undefined,
): Promise<void> {
  const followUps = await findFollowUps(db, clientId);
  const isWhole = questions.every((id) => {
    const current = mark(id, record);
    return current === undefined || followUps.get(id)?.approved_mark === current;
  });
  if (!isWhole) return;
  const head = db.selectFrom("records").select("content_hash").where("client_id", "=", clientId);
  const { content_hash } = await head.executeTakeFirstOrThrow();
  await noteClientFacts(db, clientId, { approved_hash: content_hash, approved_at: at });
}
