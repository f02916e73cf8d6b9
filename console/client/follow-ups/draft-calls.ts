import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../../api/call.ts";
import type { DraftCalls } from "./follow-up-drafts.ts";

/** Stores drafts on the server. A save that begins while the page closes still arrives. */
export const draftCalls: DraftCalls = {
  list: (clientId) => call(manageEndpoints.listDrafts, { params: { clientId } }),
  save: ({ clientId, questionId }, body) =>
    call(manageEndpoints.saveDraft, { params: { clientId, questionId }, body, outlivesPage: true }),
  delete: ({ clientId, questionId }) =>
    call(manageEndpoints.deleteDraft, { params: { clientId, questionId }, outlivesPage: true }),
};
