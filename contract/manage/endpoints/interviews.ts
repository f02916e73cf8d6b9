import { doneSchema } from "../accounts.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { changeInterviewRequestSchema, interviewsSchema } from "../interviews.ts";
import { clientParams } from "./params.ts";

/** The interviews that clients can have. */
export const interviewEndpoints = {
  listInterviews: {
    method: "GET",
    path: "/v1/manage/interviews",
    caller: "manager",
    scope: "clients:read",
    summary: "Every interview, with its current version",
    data: interviewsSchema,
  },
  changeInterview: {
    method: "PUT",
    path: "/v1/manage/clients/:clientId/interview",
    caller: "manager",
    scope: "clients:write",
    summary: "Give a client another interview; everything that was answered is kept",
    params: clientParams,
    body: changeInterviewRequestSchema,
    data: doneSchema,
  },
} as const satisfies ManageEndpointTable;
