import { ANSWER_MAX_LENGTH } from "#contract/limits.ts";

/** A voice heard for less than this says no more than a word or two. */
const LITTLE_HEARD_MS = 1_500;

/**
 * What Whisper-like engines write for near silence: closing words of the videos that they were trained on (see
 * faster-whisper#826 and others). A client may really say one of these, so they are dropped only where almost nothing
 * is heard.
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

/** `[BLANK_AUDIO]`, `(silence)`, `*music*`, `♪`: marks for non-speech, dropped however much is heard. */
const MARK = /\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|[♪♫]+/g;

/**
 * A transcript as it becomes an answer: one line, without control characters, limited in length; empty if it has no
 * words.
 */
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

/** Cuts the text without leaving half a surrogate pair. */
function shortened(text: string): string {
  return text
    .slice(0, ANSWER_MAX_LENGTH)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd();
}
