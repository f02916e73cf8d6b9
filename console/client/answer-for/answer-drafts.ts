import { createStore, type StoreApi } from "zustand/vanilla";
import type { Interview } from "#contract/interview/interview.ts";
import type { FormEntry } from "#contract/interview/kinds/kinds.ts";
import { isSkippable, type Question, remarksPromptOf } from "#contract/interview/question.ts";
import type { AnswerWhy } from "#contract/manage/answer-for.ts";
import { answersOf } from "#contract/record/answer.ts";
import { formAt, isForm } from "#contract/record/forms.ts";
import { type ClientRecord, hasContent } from "#contract/record/record.ts";
import { isBlank } from "#contract/text.ts";

/** Whose words, and at which question of whom. */
export type AnswerName = { managerId: string; clientId: string; questionId: string };

/**
 * One more free answer. Under its id it is stored once, however often it is sent. Where it has a reason, a sentence
 * stands for what was typed.
 */
export type AddedAnswer = { responses: [{ id: string; content: string; reason?: "not-applicable" }] };
export type AnswerEntry = AddedAnswer | FormEntry;

/** An answer that is being written down for a client. */
export type AnswerDraft = {
  entry: AnswerEntry;
  /** What the client adds in words, beside a form that asks for it. */
  remark?: AddedAnswer;
  why: AnswerWhy;
  /** Of the record from which a form was filled in. */
  revision: number;
  /** Whether anything was entered, beside the remark. */
  isEntered: boolean;
};

/** In memory alone, as notes are: closing the form takes nothing away, and nothing of it stays on the device. */
export type AnswerDrafts = StoreApi<ReadonlyMap<string, AnswerDraft>>;

export function createAnswerDrafts(): AnswerDrafts {
  return createStore<ReadonlyMap<string, AnswerDraft>>(() => new Map());
}

/** Undefined ends a draft. */
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

type Read = { record: ClientRecord; revision: number };

/** What the form begins with: an empty box, or the client's own form. */
export function newAnswerDraft(
  interview: Interview,
  question: Question,
  { record, revision }: Read,
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

/** Whether the client may be said to have no answer to a question, and has not said so yet. */
export function maySkip(question: Question, record: ClientRecord): boolean {
  const stored = record[question.entry];
  const given = stored && "responses" in stored ? stored.responses : [];
  return isSkippable(question) && !given.some(({ reason }) => reason === "not-applicable");
}

/** Whether there is anything to be discarded. */
export function isBegun({ remark, isEntered }: AnswerDraft): boolean {
  return isEntered || (remark !== undefined && remark.responses[0].content !== "");
}

/** Whether there is anything to be saved. */
export function isSendable(draft: AnswerDraft): boolean {
  return entriesToSend(draft, "").length > 0;
}

/** What is saved, a form first. `sentence` says that a question doesn't apply. */
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
