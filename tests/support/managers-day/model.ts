import type { Role } from "#contract/manage/accounts.ts";
import type { FollowUp, FollowUpEntryKind } from "#contract/manage/follow-ups.ts";

/** The test's own account of the day, which each screen and the server must match. */

/** The questions on which the acts of the day happen. */
export const QUESTIONS = ["team-description", "customer-acquisition", "growth-vision"] as const;
export type QuestionId = (typeof QUESTIONS)[number];

export type Manager = { managerId: string; name: string; email: string; role: Role };
/** `by`: a manager's name; null for the client. */
export type Entry = { kind: FollowUpEntryKind; by: string | null; text: string | null };
export type Note = { by: string; text: string };
export type Question = {
  answers: string[];
  /** Oldest first. */
  entries: Entry[];
  /** The number of answers at the approval; undefined without an approval. */
  approvedAnswers: number | undefined;
};
export type Client = {
  clientId: string;
  name: string;
  accessKey: string;
  ownerId: string;
  phone: string | null;
  /** The value of the provider's own field. */
  doorbell: string | null;
  tags: string[];
  isSubmitted: boolean;
  /** Newest first. */
  notes: Note[];
  questions: Record<QuestionId, Question>;
};

export function stateOf({ answers, entries, approvedAnswers }: Question): FollowUp["state"] {
  if (approvedAnswers !== undefined) return approvedAnswers === answers.length ? "approved" : "changed";
  return entries.at(-1)?.kind === "asked-back" ? "asked-back" : "none";
}

/** Adds an entry. Any entry undoes an approval, except a new approval, which sets it. */
export function note(question: Question, entry: Entry): void {
  question.entries.push(entry);
  question.approvedAnswers = entry.kind === "approved" ? question.answers.length : undefined;
}

/** Adds an answer, which also answers an open follow-up. */
export function addAnswer(question: Question, text: string, by: string | null): void {
  question.answers.push(text);
  if (stateOf(question) === "asked-back") note(question, { kind: "answered", by, text: null });
}

export const isTheirs = ({ ownerId }: Client, { managerId, role }: Manager) =>
  role === "administrator" || ownerId === managerId;

/** The key of words that a manager has typed and not sent: the server stores follow-ups, the page holds the others. */
export const draftKey = ({ managerId }: Manager, { clientId }: Client, what: QuestionId | InPage) =>
  `${managerId} ${clientId} ${what}`;
export type InPage = "note" | `answer to ${QuestionId}`;

/** Whether a manager's page has words that exist nowhere else. */
export function hasWordsInPage(drafts: ReadonlyMap<string, string>, { managerId }: Manager): boolean {
  return [...drafts.keys()].some((key) => key.startsWith(managerId) && / note$| answer to /.test(key));
}
