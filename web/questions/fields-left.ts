import { kindNamed } from "#contract/interview/kinds/kinds.ts";
import type { Question } from "#contract/interview/question.ts";
import { type FormAnswers, formAt, isForm } from "#contract/record/forms.ts";

/** How many fields of a form are still open; 0 for kinds that do not count them. */
export function fieldsLeft(question: Question, forms: FormAnswers): number {
  if (!isForm(question)) return 0;
  const form = formAt(forms, question);
  return form.notApplicable ? 0 : (kindNamed(question.kind).countOpen?.(form) ?? 0);
}
