import { SATISFACTION_MAX, TOOL_RATING_MAX } from "#contract/limits.ts";
import {
  type Brief,
  type BriefQuestion,
  type BriefSection,
  isFilled,
} from "#contract/manage/answers/brief.ts";
import type { FormField } from "#contract/record/form-fields.ts";
import type { Words } from "../runtime/words.ts";
import { timeWords } from "./brief-words.ts";

/** A field of a form in words. */
export type FieldWords = { label: string; text: string; stars?: number };

export function fieldWords(field: FormField, words: Words): FieldWords {
  switch (field.kind) {
    case "choice":
      return { label: field.label, text: field.text };
    case "tool":
      return toolWords(field.label, field.stars, words);
    case "other-tools":
      return { label: words.say("brief.otherTools"), text: field.text };
    case "not-applicable":
      return { label: words.say("brief.answer"), text: words.say("brief.reason.not-applicable") };
    case "no-tools":
      return { label: words.say("brief.toolStack"), text: words.say("brief.noneOfThese") };
    case "no-website":
      return { label: words.say("brief.url"), text: words.say("brief.noWebsite") };
    case "url":
      return { label: words.say("brief.url"), text: field.text };
    case "satisfaction": {
      const { points } = field;
      const text =
        points === undefined
          ? words.say("brief.notRated")
          : words.say("brief.points", { points, max: SATISFACTION_MAX });
      return { label: words.say("brief.satisfaction"), text };
    }
  }
}

function toolWords(label: string, stars: number | undefined, words: Words): FieldWords {
  if (stars === undefined) return { label, text: words.say("brief.notRated") };
  return { label, text: words.say("brief.stars", { stars, max: TOOL_RATING_MAX }), stars };
}

/** How far the client has come, one fact a line. */
export function statusLines(brief: Brief, words: Words): string[] {
  const { savedAt, submittedAt, isChangedSinceSubmission } = brief;
  const { completed, total } = brief.completion;
  const submitted = submittedAt
    ? words.say("brief.submitted", { time: timeWords(submittedAt, words) })
    : words.say("brief.notSubmitted");
  return [
    submitted,
    ...savedLines(savedAt, { isSubmitted: submittedAt !== null, isChangedSinceSubmission }, words),
    words.say("brief.answered", { completed, total }),
  ];
}

type Submitting = { isSubmitted: boolean; isChangedSinceSubmission: boolean };

function savedLines(
  savedAt: string | null,
  { isSubmitted, isChangedSinceSubmission }: Submitting,
  words: Words,
): string[] {
  if (savedAt === null) return [words.say("brief.neverSaved")];
  if (isChangedSinceSubmission) return [words.say("brief.changed", { time: timeWords(savedAt, words) })];
  return isSubmitted ? [] : [words.say("brief.saved", { time: timeWords(savedAt, words) })];
}

/** Of a question's form, what the client filled in. */
export function filledFields({ fields }: BriefQuestion): FormField[] {
  return fields.filter(isFilled);
}

/** Of a question's form, what the client filled in and the top of the brief does not show. */
export function furtherFields(question: BriefQuestion): FormField[] {
  return question.kind === "website" ? filledFields(question) : [];
}

export type NumberedSection = BriefSection & { number: number };

/** The sections, by their numbers in the interview, with what the top of the brief does not show. */
export function furtherSections({ sections }: Brief): NumberedSection[] {
  return sectionsWith(sections, (question) => !isShownAbove(question));
}

/** The sections, by their numbers in the interview, with the questions to which the client has given something. */
export function givenSections({ sections }: Brief): NumberedSection[] {
  return sectionsWith(
    sections,
    (question) => question.answers.length > 0 || filledFields(question).length > 0,
  );
}

function sectionsWith(
  sections: BriefSection[],
  isShown: (question: BriefQuestion) => boolean,
): NumberedSection[] {
  return sections
    .map((section, place) => ({
      ...section,
      number: place + 1,
      questions: section.questions.filter(isShown),
    }))
    .filter(({ questions }) => questions.length > 0);
}

function isShownAbove({ kind, isAnswered, answers }: BriefQuestion): boolean {
  return (kind === "business-profile" || kind === "tool-picker") && isAnswered && answers.length === 0;
}
