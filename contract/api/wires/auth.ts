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
  /** Which interviews the page can show; older pages do not send it. */
  "x-firsthand-page": z.optional(z.string().check(z.maxLength(20))),
  ...timeZoneHeaders,
});

/** How a client signs in and out, and where they are signed in. */
export const authWires = {
  exchange: {
    summary: "Exchange an access key for a session",
    headers: signInHeaders,
    body: exchangeRequestSchema,
    data: signedInSchema,
    errors: [
      "INVALID_ACCESS_KEY",
      "LINK_USED",
      "LINK_EXPIRED",
      "HELPER_LINK_OVER",
      "PIN_REQUIRED",
      "PIN_WRONG",
      "PIN_STOPPED",
      "PAGE_TOO_OLD",
      "RATE_LIMITED",
      "SIGN_IN_BUSY",
    ],
  },
  emailLink: {
    summary: "Email the client a new sign-in link",
    body: emailLinkRequestSchema,
    // accepted only: the mail is sent later
    answers: { 202: successSchema(emailedLinkSchema) },
    errors: ["INVALID_ACCESS_KEY", "LINK_NOT_SENT", "RATE_LIMITED"],
  },
  passkeyChallenge: {
    summary: "What a browser is asked for to sign in by passkey",
    data: passkeyRequestSchema,
    errors: ["PASSKEYS_OFF"],
  },
  signInByPasskey: {
    summary: "Exchange a passkey for a session",
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
  newPasskey: {
    summary: "What a browser is asked for to make a passkey",
    data: passkeyCreationSchema,
    errors: ["PASSKEYS_OFF"],
  },
  addPasskey: {
    summary: "Add a passkey",
    body: newPasskeySchema,
    maxBytes: PASSKEY_BODY_MAX_BYTES,
    answers: { 201: successSchema(passkeySchema) },
    errors: ["PASSKEYS_OFF", "PASSKEY_NOT_ADDED"],
  },
  passkeys: {
    summary: "The client's passkeys",
    data: passkeysSchema,
  },
  dropPasskey: {
    summary: "Remove a passkey, and end its sessions",
    params: z.object({ passkeyId: idSchema }),
    data: passkeyDroppedSchema,
  },
  handOver: {
    summary: "Make a link that signs in another device",
    data: handOverSchema,
    errors: ["RATE_LIMITED"],
  },
  logout: {
    summary: "End the session",
    data: loggedOutSchema,
  },
  sessions: {
    summary: "Where the client is signed in",
    data: sessionsSchema,
  },
  endOtherSessions: {
    summary: "End all sessions of the client but the one that asks",
    data: sessionsEndedSchema,
  },
  endSession: {
    summary: "End one session of the client",
    params: z.object({ sessionId: idSchema }),
    data: sessionsEndedSchema,
  },
} as const satisfies WireTable;
