import * as z from "zod/mini";
import { exchangeRequestSchema, loggedOutSchema, signedInSchema } from "../calls.ts";
import type { WireTable } from "../endpoint.ts";
import { idSchema } from "../ids.ts";
import { sessionsEndedSchema, sessionsSchema } from "../sessions.ts";

/** How a client signs in and out, and where they are signed in. */
export const authWires = {
  exchange: {
    body: exchangeRequestSchema,
    data: signedInSchema,
    errors: [
      "INVALID_ACCESS_KEY",
      "PIN_REQUIRED",
      "PIN_WRONG",
      "PIN_STOPPED",
      "RATE_LIMITED",
      "SIGN_IN_BUSY",
    ],
  },
  logout: { data: loggedOutSchema },
  sessions: { data: sessionsSchema },
  endOtherSessions: { data: sessionsEndedSchema },
  endSession: { params: z.object({ sessionId: idSchema }), data: sessionsEndedSchema },
} as const satisfies WireTable;
