import { doneSchema } from "../accounts.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { WORDS_BODY_MAX_BYTES } from "../limits.ts";
import {
  addNoteRequestSchema,
  changeNoteRequestSchema,
  deleteNoteRequestSchema,
  notesSchema,
} from "../notes.ts";
import { clientParams, noteParams } from "./params.ts";

/** Managers' notes about a client. */
export const noteEndpoints = {
  listNotes: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/notes",
    caller: "manager",
    scope: "clients:read",
    summary: "What account managers have written down about a client, newest first",
    params: clientParams,
    data: notesSchema,
    isTagged: true,
  },
  addNote: {
    method: "POST",
    path: "/v1/manage/clients/:clientId/notes",
    caller: "manager",
    scope: "clients:write",
    summary: "Write a note about a client, who never sees it",
    params: clientParams,
    body: addNoteRequestSchema,
    maxBytes: WORDS_BODY_MAX_BYTES,
    data: doneSchema,
    isRepeatable: true,
    errors: ["NOTES_FULL"],
  },
  changeNote: {
    method: "PUT",
    path: "/v1/manage/clients/:clientId/notes/:noteId",
    caller: "manager",
    scope: "clients:write",
    summary: "Change a note of one's own",
    params: noteParams,
    body: changeNoteRequestSchema,
    maxBytes: WORDS_BODY_MAX_BYTES,
    data: doneSchema,
    errors: ["FORBIDDEN", "NOTE_CHANGED"],
  },
  deleteNote: {
    method: "DELETE",
    path: "/v1/manage/clients/:clientId/notes/:noteId",
    caller: "manager",
    scope: "clients:write",
    summary: "Delete a note of one's own; administrators delete everybody's",
    params: noteParams,
    body: deleteNoteRequestSchema,
    data: doneSchema,
    errors: ["FORBIDDEN", "NOTE_CHANGED"],
  },
} as const satisfies ManageEndpointTable;
