import type { BriefAnswer } from "#contract/manage/answers/brief.ts";
import type { Words } from "../runtime/words.ts";

/** The answer itself, or why it has no words. `isGiven` says whether the text is the client's own. */
export function answerText(
  { content, recording }: BriefAnswer,
  { say }: Words,
): { text: string; isGiven: boolean } {
  const { wordless } = recording ?? {};
  return wordless
    ? { text: say(`brief.wordless.${wordless}`), isGiven: false }
    : { text: content, isGiven: true };
}

/** How and when an answer was given: "Recorded, 1 min 40 sec · March 1, 2026 at 12:00 PM UTC". */
export function answerOrigin(answer: BriefAnswer, words: Words): string {
  const time = timeWords(answer.timestamp, words);
  return time === "" ? mannerOf(answer, words) : `${mannerOf(answer, words)} · ${time}`;
}

/** Early releases did not store whether an answer was typed or dictated. */
function mannerOf({ type, source, recording }: BriefAnswer, words: Words): string {
  if (type === "text") return words.say(`brief.way.${source ?? "unknown"}`);
  const durationMs = recording?.durationMs;
  if (durationMs == null) return words.say("brief.recorded");
  return words.say("brief.recordedFor", { duration: durationWords(durationMs, words) });
}

function durationWords(durationMs: number, { say }: Words): string {
  const whole = Math.round(durationMs / 1_000);
  const minutes = Math.floor(whole / 60);
  const seconds = whole % 60;
  return minutes === 0 ? say("brief.seconds", { seconds }) : say("brief.minutes", { minutes, seconds });
}

/**
 * An instant in UTC, since the reader may be anywhere; empty where the text is no instant. Dates follow the United
 * States, where most clients and managers are. The month is a word, so nobody misreads it.
 */
export function timeWords(instant: string, { language }: Words): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return "";
  const format = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  // not every font and terminal has the narrow space before PM
  const words = time.toLocaleString(`${language}-US`, format).replaceAll("\u202f", " ");
  return `${words} UTC`;
}
