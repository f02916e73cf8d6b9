import type { EndpointTable } from "../../api/endpoint.ts";
import { auditPageSchema, auditQuerySchema } from "../audit.ts";

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
} as const satisfies EndpointTable;
