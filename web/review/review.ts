import { type Interview, questionsIn, type Section } from "#contract/interview/interview.ts";
import type { FormField, WholeField } from "#contract/interview/kinds/kind.ts";
import type { Question } from "#contract/interview/question.ts";
import { SATISFACTION_MAX, TOOL_RATING_MAX } from "#contract/limits.ts";
import { type Answer, canSaveEdit } from "#contract/record/answer.ts";
import { formFields } from "#contract/record/form-fields.ts";
import { type FormAnswers, formAt, isForm } from "#contract/record/forms.ts";
import { hasContent } from "#contract/record/record.ts";
import { isBlank } from "#contract/text.ts";
import { editOf } from "../draft/draft.ts";
import type { DraftState } from "../draft/draft-store.ts";
import { unseenQuestions, withoutQuestions } from "../draft/visible-interview.ts";
import { t } from "../translate.ts";
import { dayOrMonthWords } from "../ui/language/day-or-month-words.ts";
import { listWords } from "../ui/language/spoken-language.ts";

/** A section with everything that the client has entered, as shown in the review. */
export type ReviewedSection = {
  section: Section;
  completed: number;
  total: number;
  questions: ReviewedQuestion[];
};

export type ReviewedQuestion = {
  question: Question;
  isAnswered: boolean;
  /** Whether the question still needs an answer. */
  isMissing: boolean;
  /** The fields of a form; empty if nothing was filled in. */
  fields: ReviewedField[];
  answers: ReviewedAnswer[];
  /** Text that is still in the question's box. */
  notAdded: string | undefined;
};

/** If the field was left open, `text` says so and `isGiven` is false. */
export type ReviewedField = { label: string; text: string; isGiven: boolean; stars?: number };

/** `change` is the new text of an edit that is still open. */
export type ReviewedAnswer = { answer: Answer; change: string | undefined };

type ReviewSource = Pick<DraftState, "draft" | "completion">;

export function reviewOf(interview: Interview, { draft, completion }: ReviewSource): ReviewedSection[] {
  const visible = withoutQuestions(interview, unseenQuestions({ draft, completion }));
  // a section with statements only has nothing to review
  const sections = visible.sections.filter((section) => questionsIn(section).length > 0);
  return sections.map((section) => {
    const questions = questionsIn(section).map((question) => reviewQuestion(question, { draft, completion }));
    const { completed = 0, total = 0 } = completion.sections.find(({ id }) => id === section.id) ?? {};
    return { section, questions, completed, total };
  });
}

function reviewQuestion(question: Question, { draft, completion }: ReviewSource): ReviewedQuestion {
  const box = draft.boxes[question.id] ?? "";
  return {
    question,
    isAnswered: completion.complete.includes(question.id),
    isMissing: completion.open.includes(question.id),
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
  const isEmpty = !isForm(question) || !hasContent({ form: formAt(forms, question) });
  return isEmpty ? [] : formFields(question, forms).map(reviewField);
}

function reviewField(field: FormField): ReviewedField {
  switch (field.kind) {
    case "choice":
      return fieldOf(field.label, field.text, t("review.notGiven"));
    case "tool":
      return toolField(field.label, field.stars);
    case "other-tools":
      return fieldOf(t("tools.custom"), field.text, t("review.notGiven"));
    case "not-applicable":
      return fieldOf(t("answer.box"), t("reason.badge.not-applicable"), "");
    case "no-tools":
      return fieldOf(t("tools.legend"), t("tools.none"), "");
    case "no-website":
      return fieldOf(t("website.url"), t("website.noneYet"), "");
    case "url":
      return fieldOf(t("website.url"), field.text, t("review.notGiven"));
    case "satisfaction":
      return satisfactionField(field.points);
    default:
      return fieldOf(t("answer.box"), wholeAnswer(field), t("review.notGiven"));
  }
}

/** The answer to a question with a single field. */
function wholeAnswer(field: WholeField): string {
  switch (field.kind) {
    case "text":
      return field.text;
    case "chosen":
      return listWords(field.texts);
    case "yes-no":
      return field.value && t(`yesNo.${field.value}`);
    case "scale":
      return field.value === undefined ? "" : t("website.value", { value: field.value, max: field.max });
    case "date":
      return field.value && dayOrMonthWords(field.value);
  }
}

function toolField(label: string, stars: number | undefined): ReviewedField {
  const rating = stars === undefined ? "" : t("review.stars", { stars, max: TOOL_RATING_MAX });
  const field = fieldOf(label, rating, t("website.untouched"));
  return stars === undefined ? field : { ...field, stars };
}

function satisfactionField(points: number | undefined): ReviewedField {
  const rating = points === undefined ? "" : t("website.value", { value: points, max: SATISFACTION_MAX });
  return fieldOf(t("website.satisfaction"), rating, t("website.untouched"));
}

function fieldOf(label: string, text: string, otherwise: string): ReviewedField {
  return isBlank(text) ? { label, text: otherwise, isGiven: false } : { label, text, isGiven: true };
}
