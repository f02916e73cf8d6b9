import * as z from "zod/mini";
import { instantSchema } from "../api/scalars.ts";
import { meSchema } from "./accounts.ts";
import { CODE_MAX_LENGTH, PASSWORD_MAX_LENGTH } from "./limits.ts";

/** The managers who must have a second factor if they sign in with a password. */
export const secondFactorDuties = ["none", "administrators", "everyone"] as const;
export type SecondFactorDuty = (typeof secondFactorDuties)[number];

const codeSchema = z.string().check(z.maxLength(CODE_MAX_LENGTH));
const passwordSchema = z.string().check(z.maxLength(PASSWORD_MAX_LENGTH));

/** A sign-in that still needs a code; until then there is no session. */
export const secondStepSchema = z.object({
  /** Works only for that step, and once. */
  stepToken: z.string(),
  expiresAt: instantSchema,
});
export type SecondStep = z.infer<typeof secondStepSchema>;

/** The answer to a right password or link: the manager who is signed in, or the step that is still required. */
export const enteredSchema = z.union([meSchema, secondStepSchema]);
export type SignInResult = z.infer<typeof enteredSchema>;

/** `code` comes from the authenticator app, or is a recovery code. */
export const passSecondStepRequestSchema = z.strictObject({
  stepToken: z.string().check(z.maxLength(200)),
  code: codeSchema,
});

/** Requires the password, so that an open tab is not enough to change the sign-in. */
export const beginSecondFactorRequestSchema = z.strictObject({ password: passwordSchema });

/** Shown only once, as a QR code and as text. */
export const begunSecondFactorSchema = z.object({
  /** Base32, as authenticator apps take it. */
  secret: z.string(),
  /** `otpauth:`, which the QR code holds. */
  address: z.string(),
});
export type SecondFactorSecret = z.infer<typeof begunSecondFactorSchema>;

export const confirmSecondFactorRequestSchema = z.strictObject({ code: codeSchema });

/** Turns the factor off, or makes new recovery codes. */
export const proveSecondFactorRequestSchema = z.strictObject({ password: passwordSchema, code: codeSchema });
export type SecondFactorProof = z.infer<typeof proveSecondFactorRequestSchema>;

/** Shown only once; each works once in place of a code. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
