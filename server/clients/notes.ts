import { randomUUID } from "node:crypto";
import { isoOf } from "#contract/instants.ts";
import type { Note } from "#contract/manage/notes.ts";
import { CatalogError } from "../http/errors.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import type {
  AddNoteOutcome,
  ChangeNoteOutcome,
  DeleteNoteCommand,
  StoredNote,
} from "../storage/clients/notes.ts";
import type { Storage } from "../storage/storage.ts";

type NoteName = { clientId: string; noteId: string };

/** A client's notes, newest first. */
export async function readNotes(storage: Pick<Storage, "notes">, clientId: string): Promise<Note[]> {
  return (await storage.notes.list(clientId)).map(toNoteView);
}

/** Throws CatalogError if the note is refused. */
export async function addNote(
  storage: Pick<Storage, "notes">,
  { clientId, text }: { clientId: string; text: string },
  actor: Actor,
): Promise<void> {
  const noteId = `nt_${randomUUID()}`;
  const event = eventOf(actor, "note.added", { clientId, detail: noteId });
  const note = { noteId, clientId, managerId: actor.actor, text, at: actor.at };
  refuseUnlessDone(await storage.notes.add(note, [event]));
}

/** Only the author can change a note. Throws CatalogError if the change is refused. */
export async function changeNote(
  storage: Pick<Storage, "notes">,
  note: NoteName & { text: string; version: number },
  actor: Actor,
): Promise<void> {
  const { clientId, noteId: detail } = note;
  const event = eventOf(actor, "note.changed", { clientId, detail });
  const command = { ...note, managerId: actor.actor, at: actor.at };
  refuseUnlessDone(await storage.notes.change(command, [event]));
}

/** Throws CatalogError if the deletion is refused. */
export async function deleteNote(
  storage: Pick<Storage, "notes">,
  command: DeleteNoteCommand,
  actor: Actor,
): Promise<void> {
  const { clientId, noteId: detail } = command;
  const event = eventOf(actor, "note.deleted", { clientId, detail });
  refuseUnlessDone(await storage.notes.delete(command, [event]));
}

function toNoteView({ clientId: _known, addedAt, changedAt, ...note }: StoredNote): Note {
  return { ...note, addedAt: isoOf(addedAt), changedAt: isoOf(changedAt) };
}

const REFUSALS = {
  gone: "NOT_FOUND",
  full: "NOTES_FULL",
  changed: "NOTE_CHANGED",
  "not-theirs": "FORBIDDEN",
} as const satisfies { [Outcome in Exclude<AddNoteOutcome | ChangeNoteOutcome, "done">]: string };

function refuseUnlessDone(outcome: AddNoteOutcome | ChangeNoteOutcome): void {
  if (outcome !== "done") throw new CatalogError(REFUSALS[outcome]);
}
