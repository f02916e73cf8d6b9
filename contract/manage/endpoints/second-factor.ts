import { doneSchema } from "../accounts.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import {
  beginSecondFactorRequestSchema,
  begunSecondFactorSchema,
  confirmSecondFactorRequestSchema,
  proveSecondFactorRequestSchema,
  recoveryCodesSchema,
} from "../second-factor.ts";

/** A manager's own second factor. */
export const secondFactorEndpoints = {
  beginSecondFactor: {
    method: "POST",
    path: "/v1/manage/me/second-factor",
    caller: "manager",
    summary: "Make the secret of a second factor, shown this once; a code of it turns the factor on",
    isBeforeSecondFactor: true,
    body: beginSecondFactorRequestSchema,
    data: begunSecondFactorSchema,
    errors: ["WRONG_PASSWORD", "SECOND_FACTOR_CHANGED", "SIGN_IN_BUSY"],
  },
  confirmSecondFactor: {
    method: "PUT",
    path: "/v1/manage/me/second-factor",
    caller: "manager",
    summary: "Turn the second factor on by a first code; answers with recovery codes, and other sessions end",
    isBeforeSecondFactor: true,
    body: confirmSecondFactorRequestSchema,
    data: recoveryCodesSchema,
    errors: ["WRONG_CODE", "TOO_MANY_CODES", "SECOND_FACTOR_CHANGED"],
  },
  turnOffSecondFactor: {
    method: "DELETE",
    path: "/v1/manage/me/second-factor",
    caller: "manager",
    summary: "Turn one's own second factor off; other sessions end",
    body: proveSecondFactorRequestSchema,
    data: doneSchema,
    errors: ["WRONG_PASSWORD", "WRONG_CODE", "TOO_MANY_CODES", "SECOND_FACTOR_CHANGED", "SIGN_IN_BUSY"],
  },
  renewRecoveryCodes: {
    method: "POST",
    path: "/v1/manage/me/second-factor/recovery-codes",
    caller: "manager",
    summary: "Make new recovery codes, shown this once; the old ones end",
    body: proveSecondFactorRequestSchema,
    data: recoveryCodesSchema,
    errors: ["WRONG_PASSWORD", "WRONG_CODE", "TOO_MANY_CODES", "SECOND_FACTOR_CHANGED", "SIGN_IN_BUSY"],
  },
} as const satisfies ManageEndpointTable;
