import * as z from "zod/mini";
import { clientFilters } from "./clients.ts";

const countSchema = z.int().check(z.minimum(0));

/** Where one's clients are, all of them together. */
export const overviewSchema = z.object({
  counts: z.record(z.enum(clientFilters), countSchema),
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
});
export type Overview = z.infer<typeof overviewSchema>;

/** Fewer clients tell of one another, not of the section. */
export const SECTION_TIME_CLIENTS_MIN = 3;

/** How long clients worked at each section who have finished it, beside what the interview says. */
export const sectionTimesSchema = z.object({
  /** In the interview's order. */
  sections: z.array(
    z.object({
      sectionId: z.string(),
      name: z.string(),
      estimateMs: countSchema,
      /** So many have finished it, and could be measured. */
      clients: countSchema,
      /** Null where they are too few. */
      medianMs: z.nullable(countSchema),
    }),
  ),
});
export type SectionTimes = z.infer<typeof sectionTimesSchema>;
