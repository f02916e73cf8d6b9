import * as z from "zod/mini";
import { countSchema } from "../api/scalars.ts";

/** An answer that a manager has heard from a client, and writes down for them. */

/** How the client said it. */
export const answerWhys = ["phone", "meeting", "mail"] as const;
export type AnswerWhy = (typeof answerWhys)[number];

export const answerForRequestSchema = z.strictObject({
  /** Of the record that was read; 0 where nothing was saved yet. */
  revision: countSchema,
  /** As the client's record has it for this question: a form, or `responses` with the one answer to be added. */
  entry: z.looseObject({}),
  why: z.enum(answerWhys),
});
export type AnswerForRequest = z.infer<typeof answerForRequestSchema>;

/** The revision that has the answer. */
export const answeredForSchema = z.object({ revision: countSchema });
