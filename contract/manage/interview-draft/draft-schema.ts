import * as z from "zod/mini";
import { languages } from "../../languages.ts";
import type { InterviewDraft } from "./draft.ts";
import { misshapenParts } from "./draft-faults.ts";

/** The size limit of a draft as JSON; the same as for an interview file. */
export const DRAFT_MAX_BYTES = 1024 * 1024;

const languagesSchema = z.array(z.enum(languages)).check(
  z.minLength(1),
  z.refine((named) => new Set(named).size === named.length, { error: "A language is named twice" }),
);

/** Far above the limits of an interview, so that an author can keep typing and sees why it cannot be published. */
const PARTS_MAX = 1_000;

const parts = {
  format: z.literal(1),
  languages: languagesSchema,
  sections: z
    .array(
      z.looseObject({
        id: z.string().check(z.maxLength(60)),
        questions: z.array(z.looseObject({})).check(z.maxLength(PARTS_MAX)),
      }),
    )
    .check(z.maxLength(PARTS_MAX)),
  tips: z.optional(z.array(z.looseObject({})).check(z.maxLength(PARTS_MAX))),
  after: z.optional(z.array(z.unknown()).check(z.maxLength(PARTS_MAX))),
  replyWithin: z.optional(z.int()),
};

/** The definitions of the kinds check the content of the parts. */
const written = z.strictObject(parts).check(({ value, issues }) => {
  for (const { path, message } of misshapenParts(value, value.languages))
    issues.push({ code: "custom", input: value, path, message });
});

/** A draft, finished or not. */
export const interviewDraftSchema = written as unknown as z.ZodMiniType<InterviewDraft, InterviewDraft>;

/** A stored draft, perhaps from another release. */
export const storedDraftSchema = z.looseObject(parts) as unknown as z.ZodMiniType<
  InterviewDraft,
  InterviewDraft
>;
