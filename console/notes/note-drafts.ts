import { createStore, type StoreApi } from "zustand/vanilla";
import { isBlank } from "#contract/text.ts";

/** What somebody has typed and not saved. */
export type NoteDraft = {
  text: string;
  /** Of the note that was read; 0 for a new one. */
  version: number;
  /** What it said; empty for a new one. */
  read: string;
};
/** Whose draft, about whom, and of which note; no id for a new note. */
export type DraftName = { managerId: string; clientId: string; noteId?: string };

/**
 * In memory alone: another page of the console, or a session that ends, takes nothing away, and nothing of it stays on
 * the device.
 */
export type NoteDrafts = StoreApi<ReadonlyMap<string, NoteDraft>>;

export function createNoteDrafts(): NoteDrafts {
  return createStore<ReadonlyMap<string, NoteDraft>>(() => new Map());
}

/** Undefined ends a draft. */
export function putDraft(drafts: NoteDrafts, name: DraftName, draft: NoteDraft | undefined): void {
  const next = new Map(drafts.getState());
  if (draft) next.set(keyOf(name), draft);
  else next.delete(keyOf(name));
  drafts.setState(next, true);
}

/**
 * What was sent and stored is no draft any more. Words that were typed meanwhile stay: behind it, or, where it has been changed,
 * all that stands there. Tells what is left.
 */
export function dropSent(
  drafts: NoteDrafts,
  name: DraftName,
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

export function draftAt(drafts: ReadonlyMap<string, NoteDraft>, name: DraftName): NoteDraft | undefined {
  return drafts.get(keyOf(name));
}

/** Whether there are words that exist nowhere else. */
export function isUnsaved({ text, read }: NoteDraft): boolean {
  return !isBlank(text) && text !== read;
}

/** Of the notes about a client that a manager was changing. */
export function notesInWork(
  drafts: ReadonlyMap<string, NoteDraft>,
  { managerId, clientId }: DraftName,
): string[] {
  const start = keyOf({ managerId, clientId });
  return [...drafts.keys()]
    .filter((key) => key.startsWith(start) && key !== start)
    .map((key) => key.slice(start.length));
}

function keyOf({ managerId, clientId, noteId = "" }: DraftName): string {
  return `${managerId} ${clientId} ${noteId}`;
}
