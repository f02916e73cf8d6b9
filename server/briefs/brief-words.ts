import type { Language } from "#contract/languages.ts";
import type { BriefAnswer } from "#contract/manage/answers/brief.ts";
import { type Words, wordsIn } from "../runtime/words.ts";

/** Words, and the zone of the times in them: an IANA name. */
export type BriefWords = Words & { timeZone: string };

export function briefWordsIn(language: Language, timeZone: string): BriefWords {
  return { ...wordsIn(language), timeZone };
}

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

/**
 * How and when an answer was given: "Recorded, 1 min 40 sec · March 1, 2026 at 12:00 PM EST". `nameText` makes a
 * manager's name safe where it is shown.
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

/** Its day, by the provider's clock. */
export function dayWords(instant: string, { language, timeZone }: BriefWords): string {
  return new Date(instant).toLocaleDateString(`${language}-US`, { dateStyle: "medium", timeZone });
}

/**
 * An instant by the provider's clock; empty where the text is no instant. Dates follow the United States, where most
 * clients and managers are. The month is a word, and the zone is named, so nobody misreads it.
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
  // not every font and terminal has the narrow space before PM
  return words.replaceAll("\u202f", " ");
}
