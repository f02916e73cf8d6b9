import { soundWire } from "../../api/wires/takes.ts";
import { clientRecordSchema } from "../clients.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { clientParams, clientTakeParams } from "./params.ts";

/** A client's answers, to be read and heard. */
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
