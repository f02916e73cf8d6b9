import * as z from "zod/mini";
import { instantSchema } from "../api/scalars.ts";
import { wordsSchema } from "./names.ts";

/** Account managers' notes about a client. Anyone who may see the client can read them, except the client. */

/** UTF-16 code units. */
export const NOTE_MAX_LENGTH = 10_000;
export const NOTES_PER_CLIENT_MAX = 100;

const versionSchema = z.int().check(z.minimum(1));

export const noteSchema = z.object({
  noteId: z.string(),
  /** The author, who is the only one who may change it. */
  managerId: z.string(),
  managerName: z.string(),
  text: z.string(),
  /** Rises by one with each change. */
  version: versionSchema,
  addedAt: instantSchema,
  /** Null if it was never changed. */
  changedAt: z.nullable(instantSchema),
});
export type Note = z.infer<typeof noteSchema>;

/** Newest first. */
export const notesSchema = z.object({ notes: z.array(noteSchema) });
export type Notes = z.infer<typeof notesSchema>;

export const addNoteRequestSchema = z.strictObject({ text: wordsSchema(NOTE_MAX_LENGTH) });

/** `version` is the version that was read: the call does not change a note that has another version by now. */
export const changeNoteRequestSchema = z.strictObject({
  text: wordsSchema(NOTE_MAX_LENGTH),
  version: versionSchema,
});
export const deleteNoteRequestSchema = z.strictObject({ version: versionSchema });
