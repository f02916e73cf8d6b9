import * as z from "zod/mini";
import { instantSchema } from "../api/scalars.ts";

/** `not-set-up`: it is missing, and may be meant to be. Only `failed` needs somebody. */
export const checkStates = ["ok", "warning", "failed", "not-set-up"] as const;
export type CheckState = (typeof checkStates)[number];

/** What `firsthand doctor` says of one thing: what was found, and what to do about it, in whole English sentences. */
export const checkSchema = z.object({
  name: z.string(),
  state: z.enum(checkStates),
  found: z.string(),
  advice: z.optional(z.string()),
});
export type Check = z.infer<typeof checkSchema>;

/** Everything that this server stands on, as it was then. */
export const checksSchema = z.object({
  checkedAt: instantSchema,
  checks: z.array(checkSchema),
});
export type Checks = z.infer<typeof checksSchema>;

/** Of a run that is asked for; the answer to a reader is at most an hour old. */
export const CHECKS_PER_HOUR = 30;
/** Within what proxies wait for an answer. */
export const CHECKS_TIME_LIMIT_MS = 45_000;
