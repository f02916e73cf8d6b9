import { createStore, type StoreApi } from "zustand/vanilla";
import { isBlank } from "#contract/text.ts";

/** An unsaved note. */
export type NoteDraft = {
  text: string;
  /** The version of the note being edited; 0 for a new note. */
  version: number;
  /** The text of that version; empty for a new note. */
  read: string;
};
/** Identifies a draft: the manager, the client, and the note; `noteId` is undefined for a new note. */
export type NoteDraftName = { managerId: string; clientId: string; noteId?: string };

/** Kept in memory only: drafts survive leaving the page or an ended session, and nothing stays on the device. */
export type NoteDrafts = StoreApi<ReadonlyMap<string, NoteDraft>>;

export function createNoteDrafts(): NoteDrafts {
  return createStore<ReadonlyMap<string, NoteDraft>>(() => new Map());
}

/** Stores a draft; `undefined` deletes it. */
export function putDraft(drafts: NoteDrafts, name: NoteDraftName, draft: NoteDraft | undefined): void {
  const next = new Map(drafts.getState());
  if (draft) next.set(keyOf(name), draft);
  else next.delete(keyOf(name));
  drafts.setState(next, true);
}

/**
 * Updates a draft after its text was stored, and returns the remaining text. Of a new note, the text typed after the
 * sent part stays. Of a changed note, the whole text stays if it differs from what was sent.
 */
export function dropSent(
  drafts: NoteDrafts,
  name: NoteDraftName,
  sent: Pick<NoteDraft, "text" | "version">,
): string {
  const draft = draftAt(drafts.getState(), name);
  if (!draft) return "";
  const isNew = sent.version === 0;
  const text = isNew && draft.text.startsWith(sent.text) ? draft.text.slice(sent.text.length) : draft.text;
  const isDone = isBlank(text) || text === (isNew ? "" : sent.text);
  const left = isNew ? { ...draft, text } : { text, version: sent.version + 1, read: sent.text };
  putDraft(drafts, name, isDone ? undefined : left);
  return isDone ? "" : text;
}

export function draftAt(drafts: ReadonlyMap<string, NoteDraft>, name: NoteDraftName): NoteDraft | undefined {
  return drafts.get(keyOf(name));
}

/** Whether the draft has unsaved text. */
export function isUnsaved({ text, read }: NoteDraft): boolean {
  return !isBlank(text) && text !== read;
}

/** The IDs of the notes about a client that a manager is editing. */
export function notesInWork(
  drafts: ReadonlyMap<string, NoteDraft>,
  { managerId, clientId }: NoteDraftName,
): string[] {
  const start = keyOf({ managerId, clientId });
  return [...drafts.keys()]
    .filter((key) => key.startsWith(start) && key !== start)
    .map((key) => key.slice(start.length));
}

function keyOf({ managerId, clientId, noteId = "" }: NoteDraftName): string {
  return `${managerId} ${clientId} ${noteId}`;
}
