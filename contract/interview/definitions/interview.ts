import * as z from "zod/mini";
import type { Interview } from "../interview.ts";
import { isQuestion } from "../question.ts";
import { businessProfile } from "./business-profile.ts";
import { choice } from "./choice.ts";
import { conditionFaults, type InterviewFault } from "./condition-faults.ts";
import { conditionSchema } from "./conditions.ts";
import { date } from "./date.ts";
import { freeAnswer } from "./free-answer.ts";
import { idSchema } from "./id.ts";
import { type PlacedName, repeatedNames, textSchema } from "./parts.ts";
import { scale } from "./scale.ts";
import { shortText } from "./short-text.ts";
import { statement } from "./statement.ts";
import { toolPicker } from "./tool-picker.ts";
import { website } from "./website.ts";
import { yesNo } from "./yes-no.ts";

/**
 * Schemas of an interview as its author defines it; a provider's own file is checked against them. Pages that show an
 * interview do not load this module.
 */

export const cardSchema = z.discriminatedUnion(
  "kind",
  [freeAnswer, businessProfile, toolPicker, website, shortText, choice, yesNo, scale, date, statement],
  {
    error:
      "The kind is one of free-answer, short-text, choice, yes-no, scale, date, statement, business-profile, tool-picker, website",
  },
);

const sectionSchema = z.strictObject({
  id: idSchema,
  name: textSchema,
  minutes: z.int().check(z.minimum(1), z.maximum(240)),
  description: textSchema,
  /** Without it, the section is always asked. */
  showIf: z.optional(conditionSchema),
  questions: z.array(cardSchema).check(z.minLength(1), z.maxLength(50)),
});

/** The provider's advice beside the questions, for the person who answers them. */
const tipSchema = z.strictObject({ title: textSchema, text: textSchema });

export const interviewSchema = z
  .strictObject({
    sections: z.array(sectionSchema).check(z.minLength(1), z.maxLength(30)),
    tips: z.optional(z.array(tipSchema).check(z.minLength(1), z.maxLength(10))),
    /** What happens after a submission, in the provider's words, one step per entry. */
    after: z.optional(z.array(textSchema).check(z.minLength(1), z.maxLength(5))),
    /** The number of working days within which the provider answers a submission. */
    replyWithin: z.optional(z.int().check(z.minimum(1), z.maximum(30))),
  })
  .check(({ value, issues }) => {
    for (const { place, error, reason } of [...repeatsIn(value), ...conditionFaults(value)])
      issues.push({ code: "custom", input: value, path: place, message: error, params: { reason } });
  });

/** Ids and entry names that appear more than once in an interview. */
function repeatsIn({ sections }: Pick<Interview, "sections">): InterviewFault[] {
  const questions = sections.flatMap((section, at) =>
    section.questions.map((question, below) => ({ question, place: ["sections", at, "questions", below] })),
  );
  const entries = questions.flatMap(({ question, place }) => [
    ...(isQuestion(question) ? [{ name: question.entry, place: [...place, "entry"] }] : []),
    ...(question.kind === "tool-picker"
      ? [{ name: question.remarksEntry, place: [...place, "remarksEntry"] }]
      : []),
  ]);
  const checked: [kind: string, named: PlacedName[]][] = [
    [
      "Two sections have the same id",
      sections.map(({ id }, at) => ({ name: id, place: ["sections", at, "id"] })),
    ],
    [
      "Two questions have the same id",
      questions.map(({ question, place }) => ({ name: question.id, place: [...place, "id"] })),
    ],
    ["Two questions have the same entry name", entries],
  ];
  return checked.flatMap(([error, named]) =>
    repeatedNames(named).map(({ name, place }) => ({
      place,
      error: `${error}: ${name}`,
      reason: "repeated" as const,
    })),
  );
}
