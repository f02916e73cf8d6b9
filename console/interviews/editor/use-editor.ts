import { createContext, useContext } from "react";
import type { Language } from "#contract/languages.ts";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import type { FaultReason } from "#contract/manage/interview-draft/draft-faults.ts";
import type { DraftEditor } from "./saving/draft-editor.ts";

/**
 * Shared by every part of the editor. It keeps its identity while the author types: a part that shows the typed text
 * gets that text as a prop, so that a keystroke renders nothing else.
 */
export type EditorTools = Pick<DraftEditor, "edit" | "editCard" | "newest"> & {
  /** The draft as of the last pause in typing. */
  rested: InterviewDraft;
  /**
   * The language being written in, one of `languages`. The first language stands in for texts that are not translated
   * yet.
   */
  language: Language;
  languages: readonly Language[];
  isReadOnly: boolean;
  /** The problem with a field of a card or section, once the author has left the field. */
  faultOf: (ownerId: string, field: string) => FaultReason | undefined;
  /** Called when the author leaves a field. */
  leave: (ownerId: string, field: string) => void;
  /** Whether any published version has the question. If so, its entry name must stay. */
  isAsked: (cardId: string) => boolean;
  /** Whether any published version has an entry with this name. */
  isKnownEntry: (name: string) => boolean;
};

export const EditorContext = createContext<EditorTools | undefined>(undefined);

export function useEditor(): EditorTools {
  const tools = useContext(EditorContext);
  if (!tools) throw new Error("A draft is written below an EditorContext");
  return tools;
}
