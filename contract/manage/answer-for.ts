import * as z from "zod/mini";
import { countSchema } from "../api/scalars.ts";

/** An answer that a client gave to a manager, who enters it for them. */

/** How the client gave the answer. */
export const answerWhys = ["phone", "meeting", "mail"] as const;
export type AnswerWhy = (typeof answerWhys)[number];

export const answerForRequestSchema = z.strictObject({
  /** The revision that the manager read; 0 if nothing was saved yet. */
  revision: countSchema,
  /** In the shape of the client's record: a form, or `responses` with the one answer to add. */
  entry: z.looseObject({}),
  why: z.enum(answerWhys),
});
export type AnswerForRequest = z.infer<typeof answerForRequestSchema>;

/** The first revision with the answer. */
export const answeredForSchema = z.object({ revision: countSchema });
