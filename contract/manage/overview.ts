import * as z from "zod/mini";
import { countSchema } from "../api/scalars.ts";
import { clientStates } from "./clients.ts";

/** Where one's clients are, all of them together. */
export const overviewSchema = z.object({
  counts: z.record(z.enum(["all", ...clientStates]), countSchema),
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
