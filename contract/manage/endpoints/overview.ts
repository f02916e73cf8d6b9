import type { ManageEndpointTable } from "../endpoint.ts";
import { overviewQuerySchema, overviewSchema } from "../overview.ts";
import { mediaTypes } from "./briefs.ts";

/** All clients of a manager at once. */
export const overviewEndpoints = {
  overview: {
    method: "GET",
    path: "/v1/manage/overview",
    caller: "manager",
    scope: "clients:read",
    summary: "How far one's clients come, how long they take, and where they pause",
    query: overviewQuerySchema,
    data: overviewSchema,
  },
  exportOverview: {
    method: "GET",
    path: "/v1/manage/overview/export",
    caller: "manager",
    scope: "clients:read",
    summary: "The same as a CSV table, with one line for each number",
    query: overviewQuerySchema,
    answers: { 200: { files: [mediaTypes.csv] } },
  },
} as const satisfies ManageEndpointTable;
