import * as z from "zod/mini";
import { languages } from "../../languages.ts";
import { healthSchema, interviewCallSchema } from "../calls.ts";
import type { Wire } from "../endpoint.ts";
import { idSchema } from "../ids.ts";

/** What needs no sign-in: the interview, this API's document, and probes. */
export const openWires = {
  interview: {
    query: z.object({ hash: z.optional(idSchema), language: z.optional(z.enum(languages)) }),
    data: interviewCallSchema,
    answers: { 304: z.undefined() },
  },
  health: { answers: { 200: healthSchema } },
  readiness: { answers: { 200: healthSchema } },
} as const satisfies { [name: string]: Wire };
