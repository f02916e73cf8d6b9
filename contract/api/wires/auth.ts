import * as z from "zod/mini";
import { PASSKEY_BODY_MAX_BYTES } from "../../limits.ts";
import { timeZoneHeaders } from "../../time-zone.ts";
import {
  emailedLinkSchema,
  emailLinkRequestSchema,
  exchangeRequestSchema,
  loggedOutSchema,
  signedInSchema,
  successSchema,
} from "../calls.ts";
import type { WireTable } from "../endpoint.ts";
import { idSchema } from "../ids.ts";
import {
  newPasskeySchema,
  passkeyCreationSchema,
  passkeyDroppedSchema,
  passkeyRequestSchema,
  passkeySchema,
  passkeySignInSchema,
  passkeysSchema,
} from "../passkeys.ts";
import { handOverSchema, sessionsEndedSchema, sessionsSchema } from "../sessions.ts";

const signInHeaders = z.object({
  /** Which interviews the page can show: an older page says nothing. */
  "x-firsthand-page": z.optional(z.string().check(z.maxLength(20))),
  ...timeZoneHeaders,
});

/** How a client signs in and out, and where they are signed in. */
export const authWires = {
  exchange: {
    headers: signInHeaders,
    body: exchangeRequestSchema,
    data: signedInSchema,
    errors: [
      "INVALID_ACCESS_KEY",
      "LINK_USED",
      "LINK_EXPIRED",
      "PIN_REQUIRED",
      "PIN_WRONG",
      "PIN_STOPPED",
      "PAGE_TOO_OLD",
      "RATE_LIMITED",
      "SIGN_IN_BUSY",
    ],
  },
  emailLink: {
    body: emailLinkRequestSchema,
    // taken, not done: the mail follows
    answers: { 202: successSchema(emailedLinkSchema) },
    errors: ["INVALID_ACCESS_KEY", "LINK_NOT_SENT", "RATE_LIMITED"],
  },
  passkeyChallenge: { data: passkeyRequestSchema, errors: ["PASSKEYS_OFF"] },
  signInByPasskey: {
    headers: signInHeaders,
    body: passkeySignInSchema,
    maxBytes: PASSKEY_BODY_MAX_BYTES,
    data: signedInSchema,
    errors: [
      "PASSKEYS_OFF",
      "PASSKEY_UNKNOWN",
      "PASSKEY_REFUSED",
      "PIN_REQUIRED",
      "PIN_WRONG",
      "PIN_STOPPED",
      "PAGE_TOO_OLD",
      "RATE_LIMITED",
      "SIGN_IN_BUSY",
    ],
  },
  newPasskey: { data: passkeyCreationSchema, errors: ["PASSKEYS_OFF"] },
  addPasskey: {
    body: newPasskeySchema,
    maxBytes: PASSKEY_BODY_MAX_BYTES,
    answers: { 201: successSchema(passkeySchema) },
    errors: ["PASSKEYS_OFF", "PASSKEY_NOT_ADDED"],
  },
  passkeys: { data: passkeysSchema },
  dropPasskey: { params: z.object({ passkeyId: idSchema }), data: passkeyDroppedSchema },
  handOver: { data: handOverSchema, errors: ["RATE_LIMITED"] },
  logout: { data: loggedOutSchema },
  sessions: { data: sessionsSchema },
  endOtherSessions: { data: sessionsEndedSchema },
  endSession: { params: z.object({ sessionId: idSchema }), data: sessionsEndedSchema },
} as const satisfies WireTable;
