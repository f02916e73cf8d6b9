import { doneSchema } from "../accounts.ts";
import { issuedKeySchema, issueKeyRequestSchema } from "../clients.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { clientParams, keyParams } from "./params.ts";

/** A client's access keys. */
export const keyEndpoints = {
  issueKey: {
    method: "POST",
    path: "/v1/manage/clients/:clientId/keys",
    caller: "manager",
    scope: "keys:write",
    summary: "Issue a further access key, shown this once",
    params: clientParams,
    body: issueKeyRequestSchema,
    data: issuedKeySchema,
    isRepeatable: true,
    errors: ["TOO_MANY"],
  },
  revokeKey: {
    method: "DELETE",
    path: "/v1/manage/clients/:clientId/keys/:keyId",
    caller: "manager",
    scope: "keys:write",
    summary: "Revoke an access key; its sessions end",
    params: keyParams,
    data: doneSchema,
  },
} as const satisfies ManageEndpointTable;
