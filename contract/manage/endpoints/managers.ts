import {
  addManagerRequestSchema,
  changeManagerRequestSchema,
  doneSchema,
  managersSchema,
  passwordLinkSchema,
} from "../accounts.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { endedSessionsSchema } from "../sessions.ts";
import { managerParams } from "./params.ts";

/** The accounts, for administrators. */
export const managerEndpoints = {
  listManagers: {
    method: "GET",
    path: "/v1/manage/managers",
    caller: "administrator",
    summary: "All account managers",
    data: managersSchema,
  },
  addManager: {
    method: "POST",
    path: "/v1/manage/managers",
    caller: "administrator",
    summary: "Add an account manager; answers with the one-time link",
    body: addManagerRequestSchema,
    data: passwordLinkSchema,
    isRepeatable: true,
    errors: ["EMAIL_TAKEN"],
  },
  makePasswordLink: {
    method: "POST",
    path: "/v1/manage/managers/:managerId/link",
    caller: "administrator",
    summary: "Make a one-time link to set a password; an earlier one ends",
    params: managerParams,
    data: passwordLinkSchema,
    isRepeatable: true,
  },
  unlinkManager: {
    method: "DELETE",
    path: "/v1/manage/managers/:managerId/openid",
    caller: "administrator",
    summary: "Forget who an account is at the OpenID Connect provider; its sessions end",
    params: managerParams,
    data: doneSchema,
  },
  removeSecondFactor: {
    method: "DELETE",
    path: "/v1/manage/managers/:managerId/second-factor",
    caller: "administrator",
    summary: "Take a second factor away, as when the phone is lost; the account's sessions end",
    params: managerParams,
    data: doneSchema,
    errors: ["TOKEN_NOT_ENOUGH", "OWN_SECOND_FACTOR"],
  },
  endManagerSessions: {
    method: "DELETE",
    path: "/v1/manage/managers/:managerId/sessions",
    caller: "administrator",
    summary: "End all sessions of an account",
    params: managerParams,
    data: endedSessionsSchema,
  },
  changeManager: {
    method: "PUT",
    path: "/v1/manage/managers/:managerId",
    caller: "administrator",
    summary: "Change an account manager's name and role",
    params: managerParams,
    body: changeManagerRequestSchema,
    data: doneSchema,
    errors: ["LAST_ADMINISTRATOR"],
  },
  revokeManager: {
    method: "POST",
    path: "/v1/manage/managers/:managerId/revoke",
    caller: "administrator",
    summary: "End an account, with its sessions and tokens",
    params: managerParams,
    data: doneSchema,
    errors: ["LAST_ADMINISTRATOR"],
  },
  reviveManager: {
    method: "POST",
    path: "/v1/manage/managers/:managerId/revive",
    caller: "administrator",
    summary: "Let a revoked account sign in again",
    params: managerParams,
    data: doneSchema,
  },
} as const satisfies ManageEndpointTable;
