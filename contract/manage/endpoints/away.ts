import { doneSchema } from "../accounts.ts";
import { awayRequestSchema, awaySchema } from "../away.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { managerParams } from "./params.ts";

/** Handing clients to a colleague until a day: managers for themselves, administrators for any manager. */
export const awayEndpoints = {
  findAway: {
    method: "GET",
    path: "/v1/manage/managers/:managerId/away",
    caller: "manager",
    summary: "Whether a manager is away, and who looks after whose clients",
    params: managerParams,
    data: awaySchema,
    errors: ["TOKEN_NOT_ENOUGH", "FORBIDDEN"],
  },
  goAway: {
    method: "PUT",
    path: "/v1/manage/managers/:managerId/away",
    caller: "manager",
    summary: "Hand a manager's clients to a colleague until a day; clients who are added meanwhile go along",
    params: managerParams,
    body: awayRequestSchema,
    data: doneSchema,
    errors: ["TOKEN_NOT_ENOUGH", "FORBIDDEN"],
  },
  comeBack: {
    method: "DELETE",
    path: "/v1/manage/managers/:managerId/away",
    caller: "manager",
    summary: "Come back before that day; the clients go back at once",
    params: managerParams,
    data: doneSchema,
    errors: ["TOKEN_NOT_ENOUGH", "FORBIDDEN"],
  },
} as const satisfies ManageEndpointTable;
