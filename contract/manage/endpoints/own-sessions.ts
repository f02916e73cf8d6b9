import { doneSchema } from "../accounts.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { endedSessionsSchema, managerSessionsSchema } from "../sessions.ts";
import { sessionParams } from "./params.ts";

/** A manager's own sessions. */
export const ownSessionEndpoints = {
  listOwnSessions: {
    method: "GET",
    path: "/v1/manage/me/sessions",
    caller: "manager",
    summary: "One's own sessions",
    data: managerSessionsSchema,
    errors: ["TOKEN_NOT_ENOUGH"],
  },
  endOwnSession: {
    method: "DELETE",
    path: "/v1/manage/me/sessions/:sessionId",
    caller: "manager",
    summary: "End a session of one's own",
    params: sessionParams,
    data: doneSchema,
    errors: ["TOKEN_NOT_ENOUGH"],
  },
  endOwnOtherSessions: {
    method: "DELETE",
    path: "/v1/manage/me/sessions",
    caller: "manager",
    summary: "End one's own sessions but this one",
    data: endedSessionsSchema,
    errors: ["TOKEN_NOT_ENOUGH"],
  },
} as const satisfies ManageEndpointTable;
