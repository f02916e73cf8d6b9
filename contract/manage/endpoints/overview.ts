import type { EndpointTable } from "../../api/endpoint.ts";
import { overviewSchema } from "../overview.ts";

/** All clients of a manager at once. */
export const overviewEndpoints = {
  overview: {
    method: "GET",
    path: "/v1/manage/overview",
    caller: "manager",
    summary: "How many of one's clients are how far, question by question",
    data: overviewSchema,
  },
} as const satisfies EndpointTable;
