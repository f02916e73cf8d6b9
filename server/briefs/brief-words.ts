import type { Language } from "#contract/languages.ts";
import type { BriefAnswer } from "#contract/manage/answers/brief.ts";
import { type Words, wordsIn } from "../runtime/words.ts";

/** Sentences, and the time zone for times (an IANA name). */
export type BriefWords = Words & { timeZone: string };

export function briefWordsIn(language: Language, timeZone: string): BriefWords {
  return { ...wordsIn(language), timeZone };
}

/** The answer's text, or why it has none. `isGiven`: the text is the client's own. */
export function answerText(
  { content, recording }: BriefAnswer,
  { say }: Words,
): { text: string; isGiven: boolean } {
  const { wordless } = recording ?? {};
  return wordless
    ? { text: say(`brief.wordless.${wordless}`), isGiven: false }
    : { text: content, isGiven: true };
}

/**
 * How and when an answer was given: "Recorded, 1 min 40 sec · March 1, 2026 at 12:00 PM EST". `nameText` escapes a
 * manager's name for the output format.
 */
export function answerOrigin(
  answer: BriefAnswer,
  words: BriefWords,
  nameText: (name: string) => string,
): string {
  const time = timeWords(answer.timestamp, words);
  const manner = answer.by
    ? words.say("brief.addedBy", { name: nameText(answer.by.name) })
    : mannerOf(answer, words);
  return time === "" ? manner : `${manner} · ${time}`;
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

/** The day in the provider's time zone. */
export function dayWords(instant: string, { language, timeZone }: BriefWords): string {
  return new Date(instant).toLocaleDateString(`${language}-US`, { dateStyle: "medium", timeZone });
}

/**
 * A time in the provider's time zone; empty if the text is not a valid time. Formats follow the United States, where
 * most clients and managers are. The month is a word and the zone is named, so that it cannot be misread.
 */
export function timeWords(instant: string, { language, timeZone }: BriefWords): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return "";
  const words = time.toLocaleString(`${language}-US`, {
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  });
  // some fonts and terminals lack the narrow space before PM
  return words.replaceAll("\u202f", " ");
}
