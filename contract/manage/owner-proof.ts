import * as z from "zod/mini";
import { CODE_MAX_LENGTH, PASSWORD_MAX_LENGTH } from "./limits.ts";

/** Confirms again that the caller owns the account. The code is required if a second factor is on. */
export const ownerProofFields = {
  /** Absent if the caller has no password and signs in by OpenID Connect. */
  password: z.optional(z.string().check(z.maxLength(PASSWORD_MAX_LENGTH))),
  code: z.optional(z.string().check(z.maxLength(CODE_MAX_LENGTH))),
};
/** The body of a call that needs only this proof. */
export const ownerProofSchema = z.strictObject(ownerProofFields);
export type OwnerProof = z.infer<typeof ownerProofSchema>;

/** The errors of a call that requires this proof. */
export const OWNER_PROOF_ERRORS = [
  "TOKEN_NOT_ENOUGH",
  "WRONG_PASSWORD",
  "WRONG_CODE",
  "TOO_MANY_CODES",
  "SECOND_FACTOR_CHANGED",
  "SIGN_IN_AGAIN",
  "SIGN_IN_BUSY",
] as const;
