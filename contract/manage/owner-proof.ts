import * as z from "zod/mini";
import { CODE_MAX_LENGTH, PASSWORD_MAX_LENGTH } from "./limits.ts";

/** Shows again that the caller owns the account they are signed in to. The code is needed where a second factor is on. */
export const ownerProofFields = {
  /** Left out where the caller has no password and signs in by OpenID Connect. */
  password: z.optional(z.string().check(z.maxLength(PASSWORD_MAX_LENGTH))),
  code: z.optional(z.string().check(z.maxLength(CODE_MAX_LENGTH))),
};
/** The body of a call that needs nothing else. */
export const ownerProofSchema = z.strictObject(ownerProofFields);
export type OwnerProof = z.infer<typeof ownerProofSchema>;

/** What a call answers that asks for it. */
export const OWNER_PROOF_ERRORS = [
  "TOKEN_NOT_ENOUGH",
  "WRONG_PASSWORD",
  "WRONG_CODE",
  "TOO_MANY_CODES",
  "SECOND_FACTOR_CHANGED",
  "SIGN_IN_AGAIN",
  "SIGN_IN_BUSY",
] as const;
