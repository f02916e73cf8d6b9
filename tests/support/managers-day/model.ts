import type { Role } from "#contract/manage/accounts.ts";
import type { FollowUp, FollowUpEntryKind } from "#contract/manage/follow-ups.ts";

/** What was done in the day, as the test has noted it: what each screen shows and what the server has must be the same. */

/** Where the acts of the day happen. */
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
  /** How many answers there were when they were approved, which they are still. */
  approvedAnswers: number | undefined;
};
export type Client = {
  clientId: string;
  name: string;
  accessKey: string;
  ownerId: string;
  phone: string | null;
  /** Of the provider's own field. */
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

/** Any entry takes an approval back, but for a new one. */
export function note(question: Question, entry: Entry): void {
  question.entries.push(entry);
  question.approvedAnswers = entry.kind === "approved" ? question.answers.length : undefined;
}

/** Answers what was asked, if anything was. */
export function addAnswer(question: Question, text: string, by: string | null): void {
  question.answers.push(text);
  if (stateOf(question) === "asked-back") note(question, { kind: "answered", by, text: null });
}

export const isTheirs = ({ ownerId }: Client, { managerId, role }: Manager) =>
  role === "administrator" || ownerId === managerId;

/** Names what a manager has typed and not sent: a follow-up is kept by the server, the others by the page. */
export const draftKey = ({ managerId }: Manager, { clientId }: Client, what: QuestionId | InPage) =>
  `${managerId} ${clientId} ${what}`;
export type InPage = "note" | `answer to ${QuestionId}`;

/** Whether a manager's page has words that exist nowhere else. */
export function hasWordsInPage(drafts: ReadonlyMap<string, string>, { managerId }: Manager): boolean {
  return [...drafts.keys()].some((key) => key.startsWith(managerId) && / note$| answer to /.test(key));
}
