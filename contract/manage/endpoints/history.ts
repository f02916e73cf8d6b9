import type { ManageEndpointTable } from "../endpoint.ts";
import { historySchema, restoredSchema, revisionSchema } from "../history.ts";
import { clientParams, revisionParams } from "./params.ts";

/** Earlier revisions of a client's record. */
export const historyEndpoints = {
  history: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/history",
    caller: "manager",
    scope: "answers:read",
    summary: "The stored revisions of a client's record, newest first",
    params: clientParams,
    data: historySchema,
  },
  readRevision: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/history/:revision",
    caller: "manager",
    scope: "answers:read",
    summary: "A client's record as it was at a revision",
    params: revisionParams,
    data: revisionSchema,
  },
  restoreRevision: {
    method: "POST",
    path: "/v1/manage/clients/:clientId/history/:revision/restore",
    caller: "manager",
    scope: "answers:write",
    summary: "Bring an earlier revision back, as a new one",
    params: revisionParams,
    data: restoredSchema,
    isRepeatable: true,
  },
} as const satisfies ManageEndpointTable;
