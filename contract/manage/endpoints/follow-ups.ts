import { doneSchema } from "../accounts.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import {
  approveRequestSchema,
  askFollowUpRequestSchema,
  followUpsSchema,
  threadsSchema,
} from "../follow-ups.ts";
import { WORDS_BODY_MAX_BYTES } from "../limits.ts";
import { clientParams, questionParams } from "./params.ts";

const askWire = {
  params: questionParams,
  body: askFollowUpRequestSchema,
  maxBytes: WORDS_BODY_MAX_BYTES,
  data: doneSchema,
  errors: ["ASKED_ALREADY", "THREAD_FULL"],
  isRepeatable: true,
} as const;
const withdrawWire = { params: questionParams, data: doneSchema, errors: ["NOT_ASKED"] } as const;

/** What a manager asks and approves, question by question. */
export const followUpEndpoints = {
  listFollowUps: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/follow-ups",
    caller: "manager",
    scope: "answers:read",
    summary: "Follow-ups, answers and approvals of a client, by question",
    params: clientParams,
    data: followUpsSchema,
    isTagged: true,
  },
  askFollowUp: {
    method: "POST",
    path: "/v1/manage/clients/:clientId/questions/:questionId/follow-up",
    caller: "manager",
    scope: "answers:write",
    summary: "Ask a follow-up: open a question again for the client, with a comment",
    ...askWire,
  },
  withdrawFollowUp: {
    method: "DELETE",
    path: "/v1/manage/clients/:clientId/questions/:questionId/follow-up",
    caller: "manager",
    scope: "answers:write",
    summary: "Withdraw a follow-up that is not answered yet",
    ...withdrawWire,
  },
  mailFollowUps: {
    method: "POST",
    path: "/v1/manage/clients/:clientId/follow-ups/mail",
    caller: "manager",
    scope: "answers:write",
    summary: "Mail a client the follow-ups that wait, now, at whatever hour",
    params: clientParams,
    data: doneSchema,
    isRepeatable: true,
  },
  approve: {
    method: "PUT",
    path: "/v1/manage/clients/:clientId/questions/:questionId/approval",
    caller: "manager",
    scope: "answers:write",
    summary: "Approve a question's answers as they were read",
    params: questionParams,
    body: approveRequestSchema,
    data: doneSchema,
    errors: ["NOTHING_TO_APPROVE", "ANSWER_CHANGED", "THREAD_FULL"],
  },
  unapprove: {
    method: "DELETE",
    path: "/v1/manage/clients/:clientId/questions/:questionId/approval",
    caller: "manager",
    scope: "answers:write",
    summary: "Take an approval back",
    params: questionParams,
    data: doneSchema,
  },
  listThreads: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/threads",
    caller: "manager",
    scope: "answers:read",
    summary: "Follow-ups of a client by their earlier name",
    params: clientParams,
    data: threadsSchema,
    deprecatedSince: "2026-11-23",
  },
  askBack: {
    method: "POST",
    path: "/v1/manage/clients/:clientId/questions/:questionId/ask-back",
    caller: "manager",
    scope: "answers:write",
    summary: "Ask a follow-up by its earlier name",
    ...askWire,
    deprecatedSince: "2026-11-23",
  },
  takeBack: {
    method: "DELETE",
    path: "/v1/manage/clients/:clientId/questions/:questionId/ask-back",
    caller: "manager",
    scope: "answers:write",
    summary: "Withdraw a follow-up by its earlier name",
    ...withdrawWire,
    deprecatedSince: "2026-11-23",
  },
} as const satisfies ManageEndpointTable;
