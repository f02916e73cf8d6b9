import type { FormField, WholeField } from "../interview/kinds/kind.ts";
import { kindNamed } from "../interview/kinds/kinds.ts";
import type { Question } from "../interview/question.ts";
import { type FormAnswers, formAt, isForm } from "./forms.ts";

const wholeFields: { [Kind in WholeField["kind"]]: true } = {
  text: true,
  chosen: true,
  "yes-no": true,
  scale: true,
  date: true,
};

/** Whether the field is the whole answer to its question, so that it needs no label. */
export function isWholeField(field: FormField): field is WholeField {
  return Object.hasOwn(wholeFields, field.kind);
}

/** Every field of a question's form, filled in or not, in the order of its card; a free answer has none. */
export function formFields(question: Question, forms: FormAnswers): FormField[] {
  if (!isForm(question)) return [];
  const form = formAt(forms, question);
  return form.notApplicable
    ? [{ kind: "not-applicable" }]
    : kindNamed(question.kind).toFields(question, form);
}
