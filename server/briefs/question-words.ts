import type { FormField } from "#contract/interview/kinds/kind.ts";
import type { BriefAnswer, BriefQuestion } from "#contract/manage/answers/brief.ts";
import { isWholeField } from "#contract/record/form-fields.ts";
import { isBlank } from "#contract/text.ts";
import type { Words } from "../runtime/words.ts";
import { fieldWords, filledFields } from "./brief-facts.ts";
import { answerText } from "./brief-words.ts";

/** Everything that the client gave to one question, as people read it, a line each. Empty where there is nothing. */
export function questionText(question: BriefQuestion, words: Words): string {
  const fields = filledFields(question).map((field) => fieldText(field, words));
  const answers = question.answers.map((answer) => reasonedText(answer, words));
  return [...fields, ...answers].filter((line) => !isBlank(line)).join("\n");
}

/** Fields whose words need no label before them. */
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
