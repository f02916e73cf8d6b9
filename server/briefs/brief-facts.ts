import { SATISFACTION_MAX, TOOL_RATING_MAX } from "#contract/limits.ts";
import {
  type Brief,
  type BriefQuestion,
  type BriefSection,
  isFilled,
} from "#contract/manage/answers/brief.ts";
import type { FormField } from "#contract/record/form-fields.ts";
import { type BriefWords, timeWords } from "./brief-words.ts";

/** A field of a form in words. */
export type FieldWords = { label: string; text: string; stars?: number };

export function fieldWords(field: FormField, words: BriefWords): FieldWords {
  switch (field.kind) {
    case "choice":
      return { label: field.label, text: field.text };
    case "tool":
      return toolWords(field.label, field.stars, words);
    case "other-tools":
      return { label: words.otherTools, text: field.text };
    case "not-applicable":
      return { label: words.answer, text: words.reasons["not-applicable"] };
    case "no-tools":
      return { label: words.toolStack, text: words.noneOfThese };
    case "no-website":
      return { label: words.url, text: words.noWebsite };
    case "url":
      return { label: words.url, text: field.text };
    case "satisfaction": {
      const { points } = field;
      const text = points === undefined ? words.notRated : words.points(points, SATISFACTION_MAX);
      return { label: words.satisfaction, text };
    }
  }
}

function toolWords(label: string, stars: number | undefined, words: BriefWords): FieldWords {
  if (stars === undefined) return { label, text: words.notRated };
  return { label, text: words.stars(stars, TOOL_RATING_MAX), stars };
}

/** How far the client has come, one fact a line. */
export function statusLines(brief: Brief, words: BriefWords): string[] {
  const { savedAt, submittedAt, isChangedSinceSubmission, completion } = brief;
  const submitted = submittedAt ? words.submitted(timeWords(submittedAt, words)) : words.notSubmitted;
  return [
    submitted,
    ...savedLines(savedAt, { isSubmitted: submittedAt !== null, isChangedSinceSubmission }, words),
    words.answered(completion.completed, completion.total),
  ];
}

type Submitting = { isSubmitted: boolean; isChangedSinceSubmission: boolean };

function savedLines(
  savedAt: string | null,
  { isSubmitted, isChangedSinceSubmission }: Submitting,
  words: BriefWords,
): string[] {
  if (savedAt === null) return [words.neverSaved];
  if (isChangedSinceSubmission) return [words.changed(timeWords(savedAt, words))];
  return isSubmitted ? [] : [words.saved(timeWords(savedAt, words))];
}

/** Of a question's form, what is not told at the top of the brief already. */
export function furtherFields({ kind, fields }: BriefQuestion): FormField[] {
  return kind === "website" ? fields.filter(isFilled) : [];
}

export type NumberedSection = BriefSection & { number: number };

/** The sections, by their numbers in the interview, with what the top of the brief has not told already. */
export function furtherSections({ sections }: Brief): NumberedSection[] {
  return sections
    .map((section, place) => ({
      ...section,
      number: place + 1,
      questions: section.questions.filter((question) => !isToldAbove(question)),
    }))
    .filter(({ questions }) => questions.length > 0);
}

function isToldAbove({ kind, isAnswered, answers }: BriefQuestion): boolean {
  return (kind === "business-profile" || kind === "tool-picker") && isAnswered && answers.length === 0;
}
