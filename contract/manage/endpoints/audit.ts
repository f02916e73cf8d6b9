import { auditPageSchema, auditQuerySchema } from "../audit.ts";
import type { ManageEndpointTable } from "../endpoint.ts";

/** The audit trail. */
export const auditEndpoints = {
  audit: {
    method: "GET",
    path: "/v1/manage/audit",
    caller: "administrator",
    summary: "Who did what to whom, newest first",
    query: auditQuerySchema,
    data: auditPageSchema,
  },
} as const satisfies ManageEndpointTable;
