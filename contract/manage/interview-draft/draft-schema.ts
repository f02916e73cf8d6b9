import * as z from "zod/mini";
import { languages } from "../../languages.ts";
import type { InterviewDraft } from "./draft.ts";
import { misshapenParts } from "./draft-faults.ts";

/** Of a draft as JSON, which is what an interview file may have too. */
export const DRAFT_MAX_BYTES = 1024 * 1024;

const languagesSchema = z.array(z.enum(languages)).check(
  z.minLength(1),
  z.refine((named) => new Set(named).size === named.length, { error: "A language is named twice" }),
);

/** Each part by its own name; what is in them is checked by the definitions of the kinds. */
const shape = z
  .strictObject({
    format: z.literal(1),
    languages: languagesSchema,
    sections: z.array(z.looseObject({ id: z.string(), questions: z.array(z.looseObject({})) })),
    tips: z.optional(z.array(z.looseObject({}))),
    after: z.optional(z.array(z.unknown())),
    replyWithin: z.optional(z.int()),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of misshapenParts(value, value.languages))
      issues.push({ code: "custom", input: value, path, message });
  });

/** What a draft may be, finished or not: an `InterviewDraft`. */
export const interviewDraftSchema = shape as unknown as z.ZodMiniType<InterviewDraft, InterviewDraft>;
