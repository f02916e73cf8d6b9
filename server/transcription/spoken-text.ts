import { ANSWER_MAX_LENGTH } from "#contract/limits.ts";

/** A voice that is heard for less says no more than a word or two. */
const LITTLE_HEARD_MS = 1_500;

/**
 * What engines of Whisper's kind write where next to nothing is said: the ends of the videos that they learnt from
 * (known from faster-whisper#826 and others). A client may well say one of them, so they count as nothing only where
 * next to nothing is heard.
 */
const INVENTED = new Set([
  "you",
  "bye",
  "bye bye",
  "thank you",
  "thank you very much",
  "thank you for watching",
  "thanks for watching",
  "thank you so much for watching",
  "please subscribe",
  "please subscribe to my channel",
  "subtitles by the amara org community",
]);

/** `[BLANK_AUDIO]`, `(silence)`, `*music*`, `♪`: marks of what is no speech, whatever is heard. */
const MARK = /\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|[♪♫]+/g;

/** The text of a take as it becomes an answer: on one line, without controls, not too long; empty where it has no words. */
export function spokenText(text: string, heardMs: number): string {
  const tidy = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  if (wordsOf(tidy.replace(MARK, " ")) === "") return "";
  if (heardMs < LITTLE_HEARD_MS && INVENTED.has(wordsOf(tidy))) return "";
  return shortened(tidy);
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Leaves out half a character at the cut. */
function shortened(text: string): string {
  return text
    .slice(0, ANSWER_MAX_LENGTH)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd();
}
