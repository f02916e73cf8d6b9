import type { FormField } from "#contract/interview/kinds/kind.ts";
import type { BriefAnswer, BriefQuestion } from "#contract/manage/answers/brief.ts";
import { isWholeField } from "#contract/record/form-fields.ts";
import { isBlank } from "#contract/text.ts";
import type { Words } from "../runtime/words.ts";
import { fieldWords, filledFields } from "./brief-facts.ts";
import { answerText } from "./brief-words.ts";

/** Everything that the client answered to one question, one line each; empty without answers. */
export function questionText(question: BriefQuestion, words: Words): string {
  const fields = filledFields(question).map((field) => fieldText(field, words));
  const answers = question.answers.map((answer) => reasonedText(answer, words));
  return [...fields, ...answers].filter((line) => !isBlank(line)).join("\n");
}

/** Kinds of fields whose text needs no label. */
const SPEAKING: readonly FormField["kind"][] = ["not-applicable", "no-tools", "no-website"];

function fieldText(field: FormField, words: Words): string {
  const { label, text } = fieldWords(field, words);
  return isWholeField(field) || SPEAKING.includes(field.kind) ? text : `${label}: ${text}`;
}

function reasonedText(answer: BriefAnswer, words: Words): string {
  const { text } = answerText(answer, words);
  if (!answer.reason) return text;
  const reason = words.say(`brief.reason.${answer.reason}`);
  return isBlank(text) ? reason : `${reason}: ${text}`;
}
