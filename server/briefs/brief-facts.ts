import type { FormField } from "#contract/form-fields.ts";
import { SATISFACTION_MAX, TOOL_RATING_MAX } from "#contract/limits.ts";
import { type Brief, type BriefQuestion, type BriefSection, isFilled } from "#contract/manage/brief.ts";
import { briefWords, timeWords } from "./brief-words.ts";

/** A field of a form in words. */
export type FieldWords = { label: string; text: string; stars?: number };

export function fieldWords(field: FormField): FieldWords {
  switch (field.kind) {
    case "choice":
      return { label: field.label, text: field.text };
    case "tool":
      return toolWords(field.label, field.stars);
    case "other-tools":
      return { label: briefWords.otherTools, text: field.text };
    case "url":
      return { label: briefWords.url, text: field.text };
    case "satisfaction": {
      const { points } = field;
      const text = points === undefined ? briefWords.notRated : briefWords.points(points, SATISFACTION_MAX);
      return { label: briefWords.satisfaction, text };
    }
  }
}

function toolWords(label: string, stars: number | undefined): FieldWords {
  if (stars === undefined) return { label, text: briefWords.notRated };
  return { label, text: briefWords.stars(stars, TOOL_RATING_MAX), stars };
}

/** How far the client has come, one fact a line. */
export function statusLines(brief: Brief): string[] {
  const { savedAt, submittedAt, isChangedSinceSubmission, completion } = brief;
  const submitted = submittedAt ? briefWords.submitted(timeWords(submittedAt)) : briefWords.notSubmitted;
  return [
    submitted,
    ...savedLines(savedAt, { isSubmitted: submittedAt !== null, isChangedSinceSubmission }),
    briefWords.answered(completion.completed, completion.total),
  ];
}

type Submitting = { isSubmitted: boolean; isChangedSinceSubmission: boolean };

function savedLines(savedAt: string | null, { isSubmitted, isChangedSinceSubmission }: Submitting): string[] {
  if (savedAt === null) return [briefWords.neverSaved];
  if (isChangedSinceSubmission) return [briefWords.changed(timeWords(savedAt))];
  return isSubmitted ? [] : [briefWords.saved(timeWords(savedAt))];
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
