import { createStore, type StoreApi } from "zustand/vanilla";
import type { Interview } from "#contract/interview/interview.ts";
import type { FormEntry } from "#contract/interview/kinds/kinds.ts";
import { isSkippable, type Question, remarksPromptOf } from "#contract/interview/question.ts";
import type { AnswerWhy } from "#contract/manage/answer-for.ts";
import { answersOf } from "#contract/record/answer.ts";
import { formAt, isForm } from "#contract/record/forms.ts";
import { type ClientRecord, hasContent } from "#contract/record/record.ts";
import { isBlank } from "#contract/text.ts";

/** Identifies a draft: the manager who writes it, the client, and the question. */
export type AnswerName = { managerId: string; clientId: string; questionId: string };

/**
 * An additional free-text answer. The server stores one answer per ID, however often it is sent. If it has a reason, a
 * standard sentence replaces the typed text when it is sent.
 */
export type AddedAnswer = { responses: [{ id: string; content: string; reason?: "not-applicable" }] };
export type AnswerEntry = AddedAnswer | FormEntry;

/** An answer that a manager is entering for a client. */
export type AnswerDraft = {
  entry: AnswerEntry;
  /** The free-text remark, for forms that ask for one. */
  remark?: AddedAnswer;
  why: AnswerWhy;
  /** The revision of the record from which the form was filled in. */
  revision: number;
  /** Whether anything besides the remark was entered. */
  isEntered: boolean;
};

/** Kept in memory only, like notes: closing the form loses nothing, and nothing stays on the device. */
export type AnswerDrafts = StoreApi<ReadonlyMap<string, AnswerDraft>>;

export function createAnswerDrafts(): AnswerDrafts {
  return createStore<ReadonlyMap<string, AnswerDraft>>(() => new Map());
}

/** Stores a draft; `undefined` deletes it. */
export function putAnswerDraft(drafts: AnswerDrafts, name: AnswerName, draft: AnswerDraft | undefined): void {
  const next = new Map(drafts.getState());
  if (draft) next.set(keyOf(name), draft);
  else next.delete(keyOf(name));
  drafts.setState(next, true);
}

export function answerDraftAt(
  drafts: ReadonlyMap<string, AnswerDraft>,
  name: AnswerName,
): AnswerDraft | undefined {
  return drafts.get(keyOf(name));
}

type RecordAtRevision = { record: ClientRecord; revision: number };

/** The initial draft: an empty text box, or the client's current values of the form. */
export function newAnswerDraft(
  interview: Interview,
  question: Question,
  { record, revision }: RecordAtRevision,
  id: string,
): AnswerDraft {
  return {
    entry: entryOf(interview, question, record, id),
    ...(remarksPromptOf(question) !== undefined && { remark: emptyAnswer(id) }),
    why: "phone",
    revision,
    isEntered: false,
  };
}

function emptyAnswer(id: string): AddedAnswer {
  return { responses: [{ id, content: "" }] };
}

function entryOf(interview: Interview, question: Question, record: ClientRecord, id: string): AnswerEntry {
  return isForm(question) ? formAt(answersOf(interview, record, "").forms, question) : emptyAnswer(id);
}

/** Whether the question can be marked as not applicable, and is not marked yet. */
export function maySkip(question: Question, record: ClientRecord): boolean {
  const stored = record[question.entry];
  const given = stored && "responses" in stored ? stored.responses : [];
  return isSkippable(question) && !given.some(({ reason }) => reason === "not-applicable");
}

/** Whether the draft has anything to discard. */
export function isBegun({ remark, isEntered }: AnswerDraft): boolean {
  return isEntered || (remark !== undefined && remark.responses[0].content !== "");
}

/** Whether the draft has anything to save. */
export function isSendable(draft: AnswerDraft): boolean {
  return entriesToSend(draft, "").length > 0;
}

/**
 * The entries to save, a form before its remark. `sentence` is stored for an answer that is marked as not applicable.
 */
export function entriesToSend({ entry, remark, isEntered }: AnswerDraft, sentence: string): AnswerEntry[] {
  const entries = [isEntered ? entry : undefined, remark];
  return entries
    .filter((one) => one !== undefined)
    .filter(saysSomething)
    .map((one) => ("responses" in one ? withSentence(one, sentence) : one));
}

function saysSomething(entry: AnswerEntry): boolean {
  if (!("responses" in entry)) return hasContent({ form: entry });
  const [{ content, reason }] = entry.responses;
  return reason !== undefined || !isBlank(content);
}

function withSentence(entry: AddedAnswer, sentence: string): AddedAnswer {
  const [answer] = entry.responses;
  return answer.reason ? { responses: [{ ...answer, content: sentence }] } : entry;
}

function keyOf({ managerId, clientId, questionId }: AnswerName): string {
  return `${managerId} ${clientId} ${questionId}`;
}
