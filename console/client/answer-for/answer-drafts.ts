import { createStore, type StoreApi } from "zustand/vanilla";
import type { Interview, Question } from "#contract/interview/interview.ts";
import type { AnswerWhy } from "#contract/manage/answer-for.ts";
import { answersOf } from "#contract/record/answer.ts";
import {
  type BusinessProfileEntry,
  type ClientRecord,
  hasContent,
  type ToolSelectionEntry,
  type WebsiteEntry,
} from "#contract/record/record.ts";
import { isBlank } from "#contract/text.ts";

/** Whose words, and at which question of whom. */
export type AnswerName = { managerId: string; clientId: string; questionId: string };

/** One more free answer. Under its id it is stored once, however often it is sent. */
export type AddedAnswer = { responses: [{ id: string; content: string }] };
export type AnswerEntry = AddedAnswer | BusinessProfileEntry | ToolSelectionEntry | WebsiteEntry;

/** An answer that is being written down for a client. */
export type AnswerDraft = {
  entry: AnswerEntry;
  why: AnswerWhy;
  /** Of the record from which a form was filled in. */
  revision: number;
  /** Whether anything was entered. */
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
  return { entry: entryOf(interview, question, record, id), why: "phone", revision, isEntered: false };
}

function entryOf(interview: Interview, question: Question, record: ClientRecord, id: string): AnswerEntry {
  const { forms } = answersOf(interview, record, "");
  switch (question.kind) {
    case "free-answer":
      return { responses: [{ id, content: "" }] };
    case "business-profile":
      return forms.businessProfile;
    case "tool-picker":
      return forms.toolSelection;
    case "website":
      return forms.websiteData;
  }
}

/** Whether there is anything to be saved. */
export function isSendable({ entry, isEntered }: AnswerDraft): boolean {
  if (!isEntered) return false;
  return "responses" in entry ? !isBlank(entry.responses[0].content) : hasContent({ form: entry });
}

function keyOf({ managerId, clientId, questionId }: AnswerName): string {
  return `${managerId} ${clientId} ${questionId}`;
}
