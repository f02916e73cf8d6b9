import { createContext, useContext } from "react";
import { useStore } from "zustand";
import {
  draftAt,
  dropSent,
  isUnsaved,
  type NoteDraft,
  type NoteDraftName,
  type NoteDrafts,
  notesInWork,
  putDraft,
} from "./note-drafts.ts";

export const NoteDraftsContext = createContext<NoteDrafts | undefined>(undefined);

function useNoteDrafts(): NoteDrafts {
  const drafts = useContext(NoteDraftsContext);
  if (!drafts) throw new Error("Notes are written below a NoteDraftsContext");
  return drafts;
}

type Put = (draft: NoteDraft | undefined) => void;
/** Called after a note was stored; version 0 for a new note. Returns the text typed since. */
type DropSent = (sent: Pick<NoteDraft, "text" | "version">) => string;

export function useNoteDraft(name: NoteDraftName): [NoteDraft | undefined, Put, DropSent] {
  const drafts = useNoteDrafts();
  const draft = useStore(drafts, (all) => draftAt(all, name));
  return [draft, (next) => putDraft(drafts, name, next), (sent) => dropSent(drafts, name, sent)];
}

/** The IDs of the notes about a client that a manager is editing, even if a note no longer exists. */
export function useNotesInWork(name: NoteDraftName): string[] {
  const drafts = useNoteDrafts();
  return notesInWork(useStore(drafts), name);
}

/** Whether any draft has unsaved text. */
export function useHasNoteDrafts(): boolean {
  return useStore(useNoteDrafts(), (all) => [...all.values()].some(isUnsaved));
}
