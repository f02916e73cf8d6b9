import type { ManageEndpointTable } from "../endpoint.ts";
import { timelineQuerySchema, timelineSchema } from "../timeline.ts";
import { clientParams } from "./params.ts";

/** What happened to one client. */
export const timelineEndpoints = {
  timeline: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/timeline",
    caller: "manager",
    scope: "clients:read",
    summary: "What happened to a client, newest first",
    params: clientParams,
    query: timelineQuerySchema,
    data: timelineSchema,
  },
} as const satisfies ManageEndpointTable;
