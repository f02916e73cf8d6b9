import * as z from "zod/mini";
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
import { sessionsEndedSchema, sessionsSchema } from "../sessions.ts";

/** How a client signs in and out, and where they are signed in. */
export const authWires = {
  exchange: {
    headers: z.object({
      /** Which interviews the page can show: an older page says nothing. */
      "x-firsthand-page": z.optional(z.string().check(z.maxLength(20))),
      ...timeZoneHeaders,
    }),
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
  logout: { data: loggedOutSchema },
  sessions: { data: sessionsSchema },
  endOtherSessions: { data: sessionsEndedSchema },
  endSession: { params: z.object({ sessionId: idSchema }), data: sessionsEndedSchema },
} as const satisfies WireTable;
