import * as z from "zod/mini";
import { successSchema } from "../../api/calls.ts";
import { timeZoneHeaders } from "../../time-zone.ts";
import {
  doneSchema,
  forgotPasswordAnswerSchema,
  forgotPasswordRequestSchema,
  foundSessionSchema,
  meSchema,
  signInRequestSchema,
  useLinkRequestSchema,
} from "../accounts.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { enteredSchema, passSecondStepRequestSchema } from "../second-factor.ts";

const headers = z.object(timeZoneHeaders);

/** How a manager signs in and out. */
export const authEndpoints = {
  signIn: {
    method: "POST",
    path: "/v1/manage/auth/sign-in",
    caller: "nobody",
    summary: "Sign in to the console",
    headers,
    body: signInRequestSchema,
    data: enteredSchema,
    errors: ["SIGN_IN_REFUSED", "PASSWORDS_OFF", "SECOND_STEP_OVER", "RATE_LIMITED", "SIGN_IN_BUSY"],
  },
  useLink: {
    method: "POST",
    path: "/v1/manage/auth/link",
    caller: "nobody",
    summary: "Set a password by a one-time link, and sign in",
    headers,
    body: useLinkRequestSchema,
    data: enteredSchema,
    errors: ["LINK_REFUSED", "SECOND_STEP_OVER", "SIGN_IN_BUSY"],
  },
  forgotPassword: {
    method: "POST",
    path: "/v1/manage/auth/forgot",
    caller: "nobody",
    summary: "Email a link to set a new password; the answer is the same for every address",
    body: forgotPasswordRequestSchema,
    // accepted only: the mail is sent later
    answers: { 202: successSchema(forgotPasswordAnswerSchema) },
    errors: ["PASSWORDS_OFF", "RATE_LIMITED"],
  },
  passSecondStep: {
    method: "POST",
    path: "/v1/manage/auth/second-step",
    caller: "nobody",
    summary: "Finish a sign-in by a code of the second factor, or by a recovery code",
    headers,
    body: passSecondStepRequestSchema,
    data: meSchema,
    errors: ["SECOND_STEP_OVER", "WRONG_CODE", "TOO_MANY_CODES", "RATE_LIMITED"],
  },
  // an expired session gets the same answer as a live one, so the route itself requires none
  signOut: {
    method: "POST",
    path: "/v1/manage/auth/sign-out",
    caller: "nobody",
    summary: "End the console's session",
    data: doneSchema,
  },
  // The console's first call: not being signed in is an answer, not a failure
  findSession: {
    method: "GET",
    path: "/v1/manage/auth/session",
    caller: "nobody",
    summary: "Whether somebody is signed in, and who",
    headers,
    data: foundSessionSchema,
  },
} as const satisfies ManageEndpointTable;
