import type { Answer } from "#contract/answer.ts";
import { isBlank } from "#contract/text.ts";

/** spec §5: an edit can be saved only when the text has changed and is not blank. */
export function canSaveEdit(answer: Answer, text: string): boolean {
  return text !== answer.transcript && !isBlank(text);
}
