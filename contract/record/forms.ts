import { type EntryOf, type FormEntry, kindNamed } from "../interview/kinds/kinds.ts";
import type { FormKind, Question, QuestionOf } from "../interview/question.ts";

/** The forms by entry name. One that is not there is empty. */
export type FormAnswers = { [entryName: string]: FormEntry };

export type FormQuestion = QuestionOf<FormKind>;

/** What a client has filled in at a question. */
export function formAt<Name extends FormKind>(
  forms: FormAnswers,
  { kind, entry }: { kind: Name; entry: string },
): EntryOf<Name> {
  return (forms[entry] ?? kindNamed(kind).empty) as EntryOf<Name>;
}

export function isForm(question: Question): question is FormQuestion {
  return question.kind !== "free-answer";
}
