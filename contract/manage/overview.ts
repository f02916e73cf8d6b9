import * as z from "zod/mini";
import { countSchema } from "../api/scalars.ts";
import { clientStates, daySchema, funnelSteps, idOrWordSchema } from "./clients.ts";
import { clientInterviewSchema } from "./interviews.ts";

/** A median of fewer clients would reveal facts about single clients. */
export const MEDIAN_CLIENTS_MIN = 3;

export const OVERVIEW_DAYS_MAX = 3_650;

/** The pairs of steps between which days are counted. */
export const overviewSpans = [
  ["invited", "opened"],
  ["opened", "submitted"],
  ["submitted", "approved"],
  ["invited", "submitted"],
] as const;
export type OverviewSpan = (typeof overviewSpans)[number];

/** The clients to count; each field has the same name as in a selection of the list. */
export const overviewQuerySchema = z.strictObject({
  /**
   * The first and last day of invitation, in the provider's time zone. Without both, clients who were never invited
   * count too.
   */
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  /** Instead of `from`: the number of days up to and including today. */
  days: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(OVERVIEW_DAYS_MAX))),
  /** An account manager's id, `me` or `nobody`. */
  manager: z.optional(idOrWordSchema),
  /** A tag's id. */
  tag: z.optional(idOrWordSchema),
  /** An interview's id. */
  interview: z.optional(idOrWordSchema),
});
export type OverviewQuery = z.infer<typeof overviewQuerySchema>;

/** The progress of all of the caller's clients together. */
export const overviewSchema = z.object({
  /** The requested days; null for a day that was left out. */
  from: z.nullable(daySchema),
  to: z.nullable(daySchema),
  counts: z.record(z.enum(["all", ...clientStates]), countSchema),
  /**
   * The interview whose questions follow: the requested one, otherwise the one for new clients. `questions` counts only
   * its clients.
   */
  interview: clientInterviewSchema,
  /** The questions in the interview's order. */
  questions: z.array(
    z.object({
      questionId: z.string(),
      sectionId: z.string(),
      /** The number of clients who have answered it. */
      answered: countSchema,
      /** The number of clients who have begun but not submitted, and would continue here. */
      stoppedHere: countSchema,
    }),
  ),
  /** Each step also counts the clients who have come further. */
  funnel: z.array(z.object({ step: z.enum(funnelSteps), clients: countSchema })),
  /** Precise to the hour, for clients who have reached the second step. */
  spans: z.array(
    z.object({
      from: z.enum(funnelSteps),
      to: z.enum(funnelSteps),
      clients: countSchema,
      /** Null for fewer than three clients. */
      medianDays: z.nullable(z.number().check(z.minimum(0))),
    }),
  ),
  /** In order, each from Monday in the provider's time zone; at most 54. `submitted` counts the same clients. */
  weeks: z.array(z.object({ from: daySchema, to: daySchema, invited: countSchema, submitted: countSchema })),
  /** Only for administrators; most invitations first. A null id stands for clients without an account manager. */
  managers: z.array(
    z.object({
      managerId: z.nullable(z.string()),
      managerName: z.nullable(z.string()),
      invited: countSchema,
      submitted: countSchema,
    }),
  ),
});
export type Overview = z.infer<typeof overviewSchema>;
