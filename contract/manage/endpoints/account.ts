import {
  addApiTokenRequestSchema,
  addedApiTokenSchema,
  apiTokensSchema,
  changePasswordRequestSchema,
  doneSchema,
  meSchema,
} from "../accounts.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { OWNER_PROOF_ERRORS } from "../owner-proof.ts";
import { tokenParams } from "./params.ts";

/** A manager's own account. */
export const accountEndpoints = {
  me: {
    method: "GET",
    path: "/v1/manage/me",
    caller: "manager",
    scope: "any",
    summary: "Who is signed in",
    isBeforeSecondFactor: true,
    data: meSchema,
  },
  changePassword: {
    method: "PUT",
    path: "/v1/manage/me/password",
    caller: "manager",
    summary: "Change one's own password; other sessions end",
    body: changePasswordRequestSchema,
    data: doneSchema,
    errors: ["PASSWORDS_OFF", "WRONG_PASSWORD", "SIGN_IN_BUSY"],
  },
  listApiTokens: {
    method: "GET",
    path: "/v1/manage/me/tokens",
    caller: "manager",
    summary: "One's own API tokens",
    data: apiTokensSchema,
  },
  addApiToken: {
    method: "POST",
    path: "/v1/manage/me/tokens",
    caller: "manager",
    summary: "Make an API token, shown this once",
    body: addApiTokenRequestSchema,
    data: addedApiTokenSchema,
    isRepeatable: true,
    errors: [...OWNER_PROOF_ERRORS, "TOO_MANY"],
  },
  revokeApiToken: {
    method: "DELETE",
    path: "/v1/manage/me/tokens/:tokenId",
    caller: "manager",
    summary: "Revoke an API token of one's own",
    params: tokenParams,
    data: doneSchema,
  },
} as const satisfies ManageEndpointTable;
