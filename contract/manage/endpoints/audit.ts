import { auditFilterSchema, auditPageSchema, auditQuerySchema } from "../audit.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { mediaTypes } from "./briefs.ts";

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
  exportAudit: {
    method: "GET",
    path: "/v1/manage/audit.csv",
    caller: "administrator",
    summary: "The same as a CSV table, with one line for each event",
    query: auditFilterSchema,
    answers: { 200: { files: [mediaTypes.csv] } },
  },
} as const satisfies ManageEndpointTable;
