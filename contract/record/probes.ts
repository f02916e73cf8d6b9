import type { QuestionOf } from "../interview/question.ts";
import { countWords } from "../text.ts";
import type { Answer } from "./answer.ts";

/** An answer with fewer words is thin. */
const THIN_WORDS = 15;
/** Shorter speech is thin too, as long as its transcript has not arrived. Milliseconds. */
const THIN_SPEECH_MS = 8_000;

type Given = Pick<Answer, "type" | "content" | "duration" | "reason">;

/**
 * The index in `probes` of the short question that follows the answers so far; undefined if they say enough or no probe
 * is left. The index is the number of answers minus one, so that two devices ask the same.
 */
export function probeAfter(
  { probes = [] }: Pick<QuestionOf<"free-answer">, "probes">,
  answers: readonly Given[],
): number | undefined {
  if (answers.length === 0 || answers.length > probes.length || !areThin(answers)) return undefined;
  return answers.length - 1;
}

/** Judges all answers together: a short sentence beside a long one says enough. */
function areThin(answers: readonly Given[]): boolean {
  // "I don't know" is not asked about again
  if (answers.some(({ reason }) => reason !== undefined)) return false;
  const words = answers.reduce((sum, { content }) => sum + countWords(content), 0);
  const awaited = answers.filter(({ type, content }) => type === "audio" && content === "");
  // speech of unknown length may have said enough
  const speechMs = awaited.reduce((sum, { duration = THIN_SPEECH_MS }) => sum + duration, 0);
  return words < THIN_WORDS && speechMs < THIN_SPEECH_MS;
}
