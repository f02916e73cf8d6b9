import * as z from "zod/mini";
import { countSchema } from "../api/scalars.ts";
import { clientStates, daySchema, funnelSteps, idOrWordSchema } from "./clients.ts";
import { clientInterviewSchema } from "./interviews.ts";

/** A median of fewer clients would tell about single ones. */
export const MEDIAN_CLIENTS_MIN = 3;

export const OVERVIEW_DAYS_MAX = 3_650;

/** Between which two steps days are counted. */
export const overviewSpans = [
  ["invited", "opened"],
  ["opened", "submitted"],
  ["submitted", "approved"],
  ["invited", "submitted"],
] as const;
export type OverviewSpan = (typeof overviewSpans)[number];

/** Which clients the overview counts; each part has the name that it has in a selection of the list. */
export const overviewQuerySchema = z.strictObject({
  /** The first and the last day of the invitation, where the provider is. Without any day, also who was never invited. */
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  /** Instead of `from`: so many days up to today, which is one of them. */
  days: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(OVERVIEW_DAYS_MAX))),
  /** An account manager's id, `me` or `nobody`. */
  manager: z.optional(idOrWordSchema),
  /** A tag's id. */
  tag: z.optional(idOrWordSchema),
  /** An interview's id. */
  interview: z.optional(idOrWordSchema),
});
export type OverviewQuery = z.infer<typeof overviewQuerySchema>;

/** Where one's clients are, all of them together. */
export const overviewSchema = z.object({
  /** The days that were asked for; null for a day that was left out. */
  from: z.nullable(daySchema),
  to: z.nullable(daySchema),
  counts: z.record(z.enum(["all", ...clientStates]), countSchema),
  /** Whose questions follow: the interview that was asked for, else that of new clients. Only its clients are counted there. */
  interview: clientInterviewSchema,
  /** The questions in the interview's order. */
  questions: z.array(
    z.object({
      questionId: z.string(),
      sectionId: z.string(),
      /** So many have answered it. */
      answered: countSchema,
      /** So many have begun, have not submitted, and go on here. */
      stoppedHere: countSchema,
    }),
  ),
  /** Each step counts also who has come further. */
  funnel: z.array(z.object({ step: z.enum(funnelSteps), clients: countSchema })),
  /** To the hour, of those who have come to the second step. */
  spans: z.array(
    z.object({
      from: z.enum(funnelSteps),
      to: z.enum(funnelSteps),
      clients: countSchema,
      /** Null below three clients. */
      medianDays: z.nullable(z.number().check(z.minimum(0))),
    }),
  ),
  /** In order, from Monday on where the provider is; at most 54. Submissions are of the same clients. */
  weeks: z.array(z.object({ from: daySchema, to: daySchema, invited: countSchema, submitted: countSchema })),
  /** For administrators; most invitations first. A null id stands for clients without an account manager. */
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
