import { textOf, type Utterance } from "./transcript-of.ts";

/** A longer silence ends a sentence. */
const PAUSE_MS = 1_200;
/** Punctuation as an engine sets it, not the point in 3.5 or example.com. */
const PUNCTUATION = /[.,;:?!…](?:\s|$)/u;

/**
 * Capitals and full stops for words from an engine that sets none; others are left as they are. `before` is what the
 * words go on from.
 */
export function tidyUp(utterances: Utterance[], before: string): string {
  const text = textOf(utterances);
  if (text === "" || PUNCTUATION.test(text)) return text;
  const sentences = utterances.reduce((sofar, next, place) => {
    const previous = utterances[place - 1];
    if (!previous) return opensSentence(before) ? capitalised(next.text) : next.text;
    const isBreak = previous.isSettled && next.firstAt - previous.lastAt > PAUSE_MS;
    return isBreak ? `${sofar}. ${capitalised(next.text)}` : `${sofar} ${next.text}`;
  }, "");
  return `${sentences}.`;
}

function opensSentence(before: string): boolean {
  return /(?:^|[.?!…:]["”’)]?|\n)\s*$/u.test(before);
}

function capitalised(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
