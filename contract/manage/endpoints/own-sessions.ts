import { doneSchema } from "../accounts.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { endedSessionsSchema, managerSessionsSchema, nameSessionRequestSchema } from "../sessions.ts";
import { sessionParams } from "./params.ts";

/** A manager's own sessions. */
export const ownSessionEndpoints = {
  listOwnSessions: {
    method: "GET",
    path: "/v1/manage/me/sessions",
    caller: "manager",
    summary: "One's own sessions",
    data: managerSessionsSchema,
  },
  nameOwnSession: {
    method: "PATCH",
    path: "/v1/manage/me/sessions/:sessionId",
    caller: "manager",
    summary: "Give the browser of a session of one's own a name",
    params: sessionParams,
    body: nameSessionRequestSchema,
    data: doneSchema,
  },
  endOwnSession: {
    method: "DELETE",
    path: "/v1/manage/me/sessions/:sessionId",
    caller: "manager",
    summary: "End a session of one's own",
    params: sessionParams,
    data: doneSchema,
  },
  endOwnOtherSessions: {
    method: "DELETE",
    path: "/v1/manage/me/sessions",
    caller: "manager",
    summary: "End one's own sessions but this one",
    data: endedSessionsSchema,
  },
} as const satisfies ManageEndpointTable;
