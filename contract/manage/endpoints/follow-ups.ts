import type { EndpointTable } from "../../api/endpoint.ts";
import { doneSchema } from "../accounts.ts";
import { approveRequestSchema, askFollowUpRequestSchema, followUpsSchema } from "../follow-ups.ts";
import { clientParams, questionParams } from "./params.ts";

/** What a manager asks and approves, question by question. */
export const followUpEndpoints = {
  listFollowUps: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/threads",
    caller: "manager",
    summary: "What was asked back, answered and approved, by question",
    params: clientParams,
    data: followUpsSchema,
  },
  askFollowUp: {
    method: "POST",
    path: "/v1/manage/clients/:clientId/questions/:questionId/ask-back",
    caller: "manager",
    summary: "Ask back: open a question again for the client, with a comment",
    params: questionParams,
    body: askFollowUpRequestSchema,
    data: doneSchema,
  },
  withdrawFollowUp: {
    method: "DELETE",
    path: "/v1/manage/clients/:clientId/questions/:questionId/ask-back",
    caller: "manager",
    summary: "Take back what was asked and is not answered yet",
    params: questionParams,
    data: doneSchema,
  },
  approve: {
    method: "PUT",
    path: "/v1/manage/clients/:clientId/questions/:questionId/approval",
    caller: "manager",
    summary: "Approve a question's answers as they were read",
    params: questionParams,
    body: approveRequestSchema,
    data: doneSchema,
  },
  unapprove: {
    method: "DELETE",
    path: "/v1/manage/clients/:clientId/questions/:questionId/approval",
    caller: "manager",
    summary: "Take an approval back",
    params: questionParams,
    data: doneSchema,
  },
} as const satisfies EndpointTable;
