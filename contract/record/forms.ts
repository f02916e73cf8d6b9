import { type Entry, type EntryOf, type FormEntry, kindNamed } from "../interview/kinds/kinds.ts";
import type { FormKind, Question, QuestionKind, QuestionOf } from "../interview/question.ts";

/** The forms by entry name. A missing form is empty. */
export type FormAnswers = { [entryName: string]: FormEntry };

export type FormQuestion = QuestionOf<FormKind>;

/** The form that a client has filled in for a question, or an empty form. */
export function formAt<Name extends FormKind>(
  forms: FormAnswers,
  { kind, entry }: { kind: Name; entry: string },
): EntryOf<Name> {
  return (forms[entry] ?? kindNamed(kind).empty) as EntryOf<Name>;
}

/** Whether a record omits the entry because it is empty. */
export function isLeftOut(kind: QuestionKind, entry: Entry): boolean {
  if ("responses" in entry) return entry.responses.length === 0;
  const { empty, sendsEmpty = false } = kindNamed(kind);
  return !sendsEmpty && JSON.stringify(entry) === JSON.stringify(empty);
}

export function isForm(question: Question): question is FormQuestion {
  return question.kind !== "free-answer";
}
