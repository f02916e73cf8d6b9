import { createContext, useContext, useState } from "react";
import { useStore } from "zustand";
import type { Interview } from "#contract/interview/interview.ts";
import type { Question } from "#contract/interview/question.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { newId } from "../../../web/ui/new-id.ts";
import { useMe } from "../../session/use-me.ts";
import {
  type AnswerDraft,
  type AnswerDrafts,
  answerDraftAt,
  isSendable,
  newAnswerDraft,
  putAnswerDraft,
} from "./answer-drafts.ts";

export const AnswerDraftsContext = createContext<AnswerDrafts | undefined>(undefined);

function useAnswerDrafts(): AnswerDrafts {
  const drafts = useContext(AnswerDraftsContext);
  if (!drafts) throw new Error("Answers are written below an AnswerDraftsContext");
  return drafts;
}

type AnswerDraftOptions = {
  clientId: string;
  interview: Interview;
  question: Question;
  read: { record: ClientRecord; revision: number };
};

/** The manager's draft for a question, as last typed. Putting `undefined` deletes the draft. */
export function useAnswerDraft({ clientId, interview, question, read }: AnswerDraftOptions) {
  const drafts = useAnswerDrafts();
  const { data: me } = useMe();
  const name = { managerId: me?.managerId ?? "", clientId, questionId: question.id };
  const kept = useStore(drafts, (all) => answerDraftAt(all, name));
  const [id] = useState(newId);
  const draft = kept ?? newAnswerDraft(interview, question, read, id);
  const put = (next: AnswerDraft | undefined) => putAnswerDraft(drafts, name, next);
  return { draft, put };
}

/** Whether any draft has unsaved content. */
export function useHasAnswerDrafts(): boolean {
  return useStore(useAnswerDrafts(), (all) => [...all.values()].some(isSendable));
}
