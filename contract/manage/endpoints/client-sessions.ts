import { doneSchema } from "../accounts.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { clientParams, clientSessionParams } from "./params.ts";

/** Where a client is signed in. */
export const clientSessionEndpoints = {
  endClientSessions: {
    method: "DELETE",
    path: "/v1/manage/clients/:clientId/sessions",
    caller: "manager",
    scope: "keys:write",
    summary: "End all sessions of a client",
    params: clientParams,
    data: doneSchema,
  },
  endClientSession: {
    method: "DELETE",
    path: "/v1/manage/clients/:clientId/sessions/:sessionId",
    caller: "manager",
    scope: "keys:write",
    summary: "End one session of a client",
    params: clientSessionParams,
    data: doneSchema,
  },
} as const satisfies ManageEndpointTable;
