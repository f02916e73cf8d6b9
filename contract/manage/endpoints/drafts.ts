import { doneSchema } from "../accounts.ts";
import { draftsSchema, saveDraftRequestSchema, savedDraftSchema } from "../drafts.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { WORDS_BODY_MAX_BYTES } from "../limits.ts";
import { clientParams, questionParams } from "./params.ts";

/** A manager's own half-written follow-ups. */
export const draftEndpoints = {
  listDrafts: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/drafts",
    caller: "manager",
    scope: "answers:read",
    summary: "One's own half-written follow-ups about a client, by question",
    params: clientParams,
    data: draftsSchema,
    isTagged: true,
  },
  saveDraft: {
    method: "PUT",
    path: "/v1/manage/clients/:clientId/drafts/:questionId",
    caller: "manager",
    scope: "answers:write",
    summary: "Save a half-written follow-up, which nobody else sees",
    params: questionParams,
    body: saveDraftRequestSchema,
    maxBytes: WORDS_BODY_MAX_BYTES,
    data: savedDraftSchema,
    errors: ["DRAFT_CHANGED"],
  },
  deleteDraft: {
    method: "DELETE",
    path: "/v1/manage/clients/:clientId/drafts/:questionId",
    caller: "manager",
    scope: "answers:write",
    summary: "Delete a half-written follow-up",
    params: questionParams,
    data: doneSchema,
  },
} as const satisfies ManageEndpointTable;
