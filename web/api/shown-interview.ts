import * as z from "zod/mini";
import type { Interview } from "#contract/interview/interview.ts";
import { questionKinds } from "#contract/interview/kinds/kinds.ts";

const textSchema = z.string();
const questionSchema = z.looseObject({
  kind: z.enum(questionKinds),
  id: textSchema,
  entry: textSchema,
  title: textSchema,
  prompt: textSchema,
});
const sectionSchema = z.looseObject({
  id: textSchema,
  name: textSchema,
  minutes: z.number(),
  description: textSchema,
  questions: z.array(questionSchema).check(z.minLength(1)),
});

/** What a page needs to find in an interview. The server has checked the rest by the schema for authors, which is larger. */
export const shownInterviewSchema = z.object({
  interview: z.looseObject({ sections: z.array(sectionSchema).check(z.minLength(1)) }),
}) as unknown as z.ZodMiniType<{ interview: Interview }>;
