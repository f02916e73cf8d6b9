import { doneSchema } from "../accounts.ts";
import { markReadRequestSchema, readMarkersSchema } from "../answers/read-markers.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { clientParams } from "./params.ts";

/** What a manager has read of a client's answers. */
export const readMarkerEndpoints = {
  readMarkers: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/look",
    caller: "manager",
    scope: "clients:read",
    summary: "What one has last seen of a client's answers, as marks without words",
    params: clientParams,
    data: readMarkersSchema,
  },
  markRead: {
    method: "PUT",
    path: "/v1/manage/clients/:clientId/look",
    caller: "manager",
    scope: "answers:read",
    summary: "Note which revision of a client's record one has seen",
    params: clientParams,
    body: markReadRequestSchema,
    data: doneSchema,
  },
} as const satisfies ManageEndpointTable;
