import * as z from "zod/mini";
import { instantSchema } from "../api/scalars.ts";
import { meSchema } from "./accounts.ts";
import { CODE_MAX_LENGTH, PASSWORD_MAX_LENGTH } from "./limits.ts";

/** Who must have a second factor where they sign in by password. */
export const secondFactorDuties = ["none", "administrators", "everyone"] as const;
export type SecondFactorDuty = (typeof secondFactorDuties)[number];

const codeSchema = z.string().check(z.maxLength(CODE_MAX_LENGTH));
const passwordSchema = z.string().check(z.maxLength(PASSWORD_MAX_LENGTH));

/** A sign-in that a code still has to finish; until then there is no session. */
export const secondStepSchema = z.object({
  /** Good for that alone, and once. */
  stepToken: z.string(),
  expiresAt: instantSchema,
});
export type SecondStep = z.infer<typeof secondStepSchema>;

/** The answer to a right password or link: the manager who is signed in, or the step that is still required. */
export const enteredSchema = z.union([meSchema, secondStepSchema]);
export type Entered = z.infer<typeof enteredSchema>;

/** `code` is of the authenticator app, or a recovery code. */
export const passSecondStepRequestSchema = z.strictObject({
  stepToken: z.string().check(z.maxLength(200)),
  code: codeSchema,
});

/** An open tab is not enough to change how one signs in. */
export const beginSecondFactorRequestSchema = z.strictObject({ password: passwordSchema });

/** Shown this once, as a QR code and to be typed. */
export const begunSecondFactorSchema = z.object({
  /** Base32, as authenticator apps take it. */
  secret: z.string(),
  /** `otpauth:`, which the QR code holds. */
  address: z.string(),
});
export type BegunSecondFactor = z.infer<typeof begunSecondFactorSchema>;

export const confirmSecondFactorRequestSchema = z.strictObject({ code: codeSchema });

/** Turns the factor off, or makes new recovery codes. */
export const proveSecondFactorRequestSchema = z.strictObject({ password: passwordSchema, code: codeSchema });
export type SecondFactorProof = z.infer<typeof proveSecondFactorRequestSchema>;

/** Shown this once; each signs in one time in place of a code. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
