import type { EndpointTable } from "../../api/endpoint.ts";
import { overviewSchema, sectionTimesSchema } from "../overview.ts";

/** All clients of a manager at once. */
export const overviewEndpoints = {
  overview: {
    method: "GET",
    path: "/v1/manage/overview",
    caller: "manager",
    summary: "How many of one's clients are how far, question by question",
    data: overviewSchema,
  },
  sectionTimes: {
    method: "GET",
    path: "/v1/manage/overview/section-times",
    caller: "manager",
    summary: "How long one's clients work at each section, against its estimate",
    data: sectionTimesSchema,
  },
} as const satisfies EndpointTable;
