import { OTHER_OPTION } from "#contract/interview/kinds/choice.ts";
import { NONE } from "#contract/interview/kinds/none.ts";
import type { Question } from "#contract/interview/question.ts";
import { t } from "../../../translate.ts";

type Option = { value: string; label: string };
type WithOptions = { label?: string; options?: Option[]; tools?: Option[] };

export function isKnown(questionId: string, questions: readonly Question[]): boolean {
  return questions.some(({ id }) => id === questionId);
}

/** The label that a client sees for an option's value. */
export function valueWords(question: Question, value: string): string {
  const { options = [], tools = [] } = question as WithOptions;
  const option = [...options, ...tools].find((each) => each.value === value);
  if (option) return option.label || t("editor.untitled");
  if (value === OTHER_OPTION) return t("editor.value.other");
  if (value === NONE) return t("editor.value.none");
  if (value === "yes" || value === "no") return t(`editor.value.${value}`);
  // `part:value` names a field of a form and a value in it
  const [part = "", inner] = value.split(/:(.*)/s);
  const field = (question as unknown as { [name: string]: WithOptions | undefined })[part];
  if (inner === undefined || !field?.options) return value;
  const words = field.options.find((each) => each.value === inner)?.label ?? inner;
  return `${field.label}: ${words}`;
}
