import * as z from "zod/mini";
import { exchangeRequestSchema, loggedOutSchema, signedInSchema } from "../calls.ts";
import type { Wire } from "../endpoint.ts";
import { idSchema } from "../ids.ts";
import { sessionsEndedSchema, sessionsSchema } from "../sessions.ts";

/** How a client signs in and out, and where they are signed in. */
export const authWires = {
  exchange: { body: exchangeRequestSchema, data: signedInSchema },
  logout: { data: loggedOutSchema },
  sessions: { data: sessionsSchema },
  endOtherSessions: { data: sessionsEndedSchema },
  endSession: { params: z.object({ sessionId: idSchema }), data: sessionsEndedSchema },
} as const satisfies { [name: string]: Wire };
