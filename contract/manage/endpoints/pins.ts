import { doneSchema } from "../accounts.ts";
import { setPinSchema } from "../clients.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { clientParams } from "./params.ts";

/** A client's PIN. */
export const pinEndpoints = {
  setPin: {
    method: "POST",
    path: "/v1/manage/clients/:clientId/pin",
    caller: "manager",
    scope: "keys:write",
    summary: "Make a PIN that a client needs beside the access key, shown this once; an earlier one ends",
    params: clientParams,
    data: setPinSchema,
    isRepeatable: true,
  },
  removePin: {
    method: "DELETE",
    path: "/v1/manage/clients/:clientId/pin",
    caller: "manager",
    scope: "keys:write",
    summary: "Remove a PIN, so that the access key is enough",
    params: clientParams,
    data: doneSchema,
  },
} as const satisfies ManageEndpointTable;
