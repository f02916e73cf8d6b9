import { type Answer, canSaveEdit, type FormAnswers } from "#contract/answer.ts";
import {
  type ChoiceField,
  type Interview,
  labelOf,
  OTHER_TOOL,
  type Question,
  type QuestionOf,
  type Section,
} from "#contract/interview.ts";
import { SATISFACTION_MAX, TOOL_RATING_MAX } from "#contract/limits.ts";
import { isBlank } from "#contract/text.ts";
import { type Draft, editOf } from "../draft/draft.ts";
import type { DraftState } from "../draft/draft-store.ts";
import { t } from "../translate.ts";

/** Everything that a client has entered, as it is shown to be read. */
export type ReviewedSection = { section: Section; completed: number; questions: ReviewedQuestion[] };

export type ReviewedQuestion = {
  question: Question;
  isAnswered: boolean;
  /** Of a form; none where nothing of it was filled in. */
  fields: ReviewedField[];
  answers: ReviewedAnswer[];
  /** What still stands in the question's box. */
  notAdded: string | undefined;
};

/** `text` says so where a field was left open; `isGiven` tells it from the client's own words. */
export type ReviewedField = { label: string; text: string; isGiven: boolean; stars?: number };

/** `change`: the new words of an edit that is still open. */
export type ReviewedAnswer = { answer: Answer; change: string | undefined };

export function reviewOf(
  interview: Interview,
  { draft, completion }: Pick<DraftState, "draft" | "completion">,
): ReviewedSection[] {
  return interview.sections.map((section) => {
    const questions = section.questions.map((question) =>
      reviewQuestion(question, draft, completion.complete.includes(question.id)),
    );
    return { section, questions, completed: questions.filter(({ isAnswered }) => isAnswered).length };
  });
}

function reviewQuestion(question: Question, draft: Draft, isAnswered: boolean): ReviewedQuestion {
  const box = draft.boxes[question.id] ?? "";
  return {
    question,
    isAnswered,
    fields: fieldsOf(question, draft.answers.forms),
    answers: (draft.answers.written[question.id] ?? []).map((answer) => {
      const edit = editOf(draft, answer.id);
      const isChange = edit !== undefined && canSaveEdit(answer, edit);
      return { answer, change: isChange ? edit : undefined };
    }),
    notAdded: isBlank(box) ? undefined : box,
  };
}

function fieldsOf(question: Question, forms: FormAnswers): ReviewedField[] {
  switch (question.kind) {
    case "free-answer":
      return [];
    case "business-profile":
      return profileFields(question, forms.businessProfile);
    case "tool-picker":
      return toolFields(question, forms.toolSelection);
    case "website":
      return websiteFields(forms.websiteData);
  }
}

function profileFields(
  question: QuestionOf<"business-profile">,
  profile: FormAnswers["businessProfile"],
): ReviewedField[] {
  const chosen = ({ label, options }: ChoiceField, value: string) =>
    fieldOf(label, labelOf(options, value), t("review.notGiven"));
  return openForm([
    chosen(question.employees, profile.employees),
    chosen(question.locations, profile.locations),
    chosen(question.revenue, profile.revenue),
  ]);
}

/** In the order in which the client chose them; Other comes last, as on its card. */
function toolFields(
  { tools }: QuestionOf<"tool-picker">,
  { selectedTools, customTools, toolRatings }: FormAnswers["toolSelection"],
): ReviewedField[] {
  const rated = selectedTools
    .filter((tool) => tool !== OTHER_TOOL)
    .map((tool): ReviewedField => {
      const stars = toolRatings[tool];
      const rating = stars === undefined ? "" : t("review.stars", { stars, max: TOOL_RATING_MAX });
      const field = fieldOf(labelOf(tools, tool), rating, t("website.untouched"));
      return stars === undefined ? field : { ...field, stars };
    });
  if (!selectedTools.includes(OTHER_TOOL)) return rated;
  return [...rated, fieldOf(t("tools.custom"), customTools, t("review.notGiven"))];
}

function websiteFields({ url, satisfaction }: FormAnswers["websiteData"]): ReviewedField[] {
  const rating =
    satisfaction === undefined ? "" : t("website.value", { value: satisfaction, max: SATISFACTION_MAX });
  return openForm([
    fieldOf(t("website.url"), url, t("review.notGiven")),
    fieldOf(t("website.satisfaction"), rating, t("website.untouched")),
  ]);
}

function fieldOf(label: string, text: string, otherwise: string): ReviewedField {
  return isBlank(text) ? { label, text: otherwise, isGiven: false } : { label, text, isGiven: true };
}

/** A form of which nothing was filled in has no fields to tell of. */
function openForm(fields: ReviewedField[]): ReviewedField[] {
  return fields.some(({ isGiven }) => isGiven) ? fields : [];
}
