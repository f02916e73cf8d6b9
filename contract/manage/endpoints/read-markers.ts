import type { EndpointTable } from "../../api/endpoint.ts";
import { doneSchema } from "../accounts.ts";
import { lookSchema, noteLookRequestSchema } from "../answers/read-markers.ts";
import { clientParams } from "./params.ts";

/** What a manager has read of a client. */
export const readMarkerEndpoints = {
  readLook: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/look",
    caller: "manager",
    summary: "What one has last seen of a client's answers, as marks without words",
    params: clientParams,
    data: lookSchema,
  },
  noteLook: {
    method: "PUT",
    path: "/v1/manage/clients/:clientId/look",
    caller: "manager",
    summary: "Note which revision of a client's record one has seen",
    params: clientParams,
    body: noteLookRequestSchema,
    data: doneSchema,
  },
} as const satisfies EndpointTable;
