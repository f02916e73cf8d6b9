import { createContext, useContext } from "react";
import type { Language } from "#contract/languages.ts";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import type { FaultReason } from "#contract/manage/interview-draft/draft-faults.ts";
import type { DraftEditor } from "./saving/draft-editor.ts";

/**
 * What every part of the editor knows. It is the same while somebody types: a part that shows what is typed gets that
 * as its own property, so that a key draws nothing else.
 */
export type EditorTools = Pick<DraftEditor, "edit" | "editCard" | "newest"> & {
  /** The draft as it was when the typing last rested. */
  rested: InterviewDraft;
  /** The one that is written in now, among all of the draft; the first is what a language that waits is read in. */
  language: Language;
  languages: readonly Language[];
  isReadOnly: boolean;
  /** What is wrong with a field of a card or a section, once the author has left it. */
  faultOf: (ownerId: string, field: string) => FaultReason | undefined;
  /** The author has left the field. */
  leave: (ownerId: string, field: string) => void;
  /** Whether some version asks the question, so that its entry name stays. */
  isAsked: (cardId: string) => boolean;
  /** Whether an entry of any version has the name. */
  isKnownEntry: (name: string) => boolean;
};

export const EditorContext = createContext<EditorTools | undefined>(undefined);

export function useEditor(): EditorTools {
  const tools = useContext(EditorContext);
  if (!tools) throw new Error("A draft is written below an EditorContext");
  return tools;
}
