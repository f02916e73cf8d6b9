import type { ManageEndpointTable } from "../endpoint.ts";
import { overviewSchema } from "../overview.ts";

/** All clients of a manager at once. */
export const overviewEndpoints = {
  overview: {
    method: "GET",
    path: "/v1/manage/overview",
    caller: "manager",
    scope: "clients:read",
    summary: "How many of one's clients are how far, question by question",
    data: overviewSchema,
  },
} as const satisfies ManageEndpointTable;
