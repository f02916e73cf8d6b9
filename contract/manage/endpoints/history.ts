import type { EndpointTable } from "../../api/endpoint.ts";
import { historySchema, restoredSchema, revisionSchema } from "../history.ts";
import { clientParams, revisionParams } from "./params.ts";

/** What a client's record was before. */
export const historyEndpoints = {
  history: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/history",
    caller: "manager",
    summary: "The stored revisions of a client's record, newest first",
    params: clientParams,
    data: historySchema,
  },
  readRevision: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/history/:revision",
    caller: "manager",
    summary: "A client's record as it was at a revision",
    params: revisionParams,
    data: revisionSchema,
  },
  restoreRevision: {
    method: "POST",
    path: "/v1/manage/clients/:clientId/history/:revision/restore",
    caller: "manager",
    summary: "Bring an earlier revision back, as a new one",
    params: revisionParams,
    data: restoredSchema,
  },
} as const satisfies EndpointTable;
