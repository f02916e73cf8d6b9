import * as z from "zod/mini";
import type { Interview } from "#contract/interview/interview.ts";

const textSchema = z.string();
/** A card of any kind, whether this page knows the kind or not. */
const cardSchema = z.looseObject({
  kind: textSchema,
  id: textSchema,
  title: textSchema,
  prompt: textSchema,
});
const sectionSchema = z.looseObject({
  id: textSchema,
  name: textSchema,
  minutes: z.number(),
  description: textSchema,
  questions: z.array(cardSchema).check(z.minLength(1)),
});

/** What a page needs to find in an interview. The server has checked the rest with the larger schema for authors. */
export const shownInterviewSchema = z.object({
  interview: z.looseObject({ sections: z.array(sectionSchema).check(z.minLength(1)) }),
}) as unknown as z.ZodMiniType<{ interview: Interview }>;
