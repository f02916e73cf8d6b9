import * as z from "zod/mini";
import { instantSchema } from "../api/scalars.ts";

/** `not-set-up` means that a part is missing, perhaps on purpose. Only `failed` needs action. */
export const checkStates = ["ok", "warning", "failed", "not-set-up"] as const;
export type CheckState = (typeof checkStates)[number];

/** One check of `firsthand doctor`: the finding and the advice, in whole English sentences. */
export const checkSchema = z.object({
  name: z.string(),
  state: z.enum(checkStates),
  found: z.string(),
  advice: z.optional(z.string()),
});
export type Check = z.infer<typeof checkSchema>;

/** The state of everything that this server depends on, at `checkedAt`. */
export const checksSchema = z.object({
  checkedAt: instantSchema,
  checks: z.array(checkSchema),
});
export type Checks = z.infer<typeof checksSchema>;

/** The most runs on request; reading them without a new run gives results that are at most an hour old. */
export const CHECKS_PER_HOUR = 30;
/** Shorter than the time for which proxies wait for an answer. */
export const CHECKS_TIME_LIMIT_MS = 45_000;
