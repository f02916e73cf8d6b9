import { soundWire } from "../../api/wires/takes.ts";
import { answeredForSchema, answerForRequestSchema } from "../answer-for.ts";
import { clientRecordSchema } from "../clients.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { ANSWER_FOR_BODY_MAX_BYTES } from "../limits.ts";
import { clientParams, clientTakeParams, questionParams } from "./params.ts";

/** Reading and hearing a client's answers, and entering answers for them. */
export const answerEndpoints = {
  readRecord: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/record",
    caller: "manager",
    scope: "answers:read",
    summary: "All that a client has answered, with what became of each take",
    params: clientParams,
    data: clientRecordSchema,
  },
  answerFor: {
    method: "PUT",
    path: "/v1/manage/clients/:clientId/answers/:questionId",
    caller: "manager",
    scope: "answers:write",
    summary: "Write down what a client has answered on the phone, in a meeting, or by mail",
    params: questionParams,
    body: answerForRequestSchema,
    maxBytes: ANSWER_FOR_BODY_MAX_BYTES,
    data: answeredForSchema,
    errors: ["CONFLICT"],
  },
  hearTake: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/takes/:takeId/audio",
    caller: "manager",
    scope: "answers:read",
    summary: "Hear a client's take",
    params: clientTakeParams,
    ...soundWire,
  },
} as const satisfies ManageEndpointTable;
