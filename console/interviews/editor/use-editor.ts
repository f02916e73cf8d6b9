import { createContext, useContext } from "react";
import type { Language } from "#contract/languages.ts";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import type { FaultReason } from "#contract/manage/interview-draft/draft-faults.ts";
import type { InterviewEdit } from "#contract/manage/interview-draft/interview-edit.ts";

/** What every part of the editor knows. */
export type EditorContextValue = {
  draft: InterviewDraft;
  /** The one that is written in now. */
  language: Language;
  isReadOnly: boolean;
  /** `field`: of what was typed, so that a word is one step of undo. */
  edit: (edit: InterviewEdit, field?: string) => void;
  /** What is wrong with a field of a card or a section, once the author has left it. */
  faultOf: (ownerId: string, field: string) => FaultReason | undefined;
  /** The author has left the field. */
  leave: (ownerId: string, field: string) => void;
  /** Whether some version asks the question, so that its entry name stays. */
  isAsked: (cardId: string) => boolean;
  /** Whether an entry of any version has the name. */
  isKnownEntry: (name: string) => boolean;
};

export const EditorContext = createContext<EditorContextValue | undefined>(undefined);

export function useEditor(): EditorContextValue {
  const value = useContext(EditorContext);
  if (!value) throw new Error("A draft is written below an EditorContext");
  return value;
}
