import { textOf, type Utterance } from "./transcript-of.ts";

/** A longer silence ends a sentence. */
const PAUSE_MS = 1_200;
/** Punctuation as an engine sets it, unlike the dot in 3.5 or example.com. */
const PUNCTUATION = /[.,;:?!…](?:\s|$)/u;

/**
 * Adds capitals and periods to text from an engine that sets no punctuation; other text stays as it is. `before` is the
 * text that the new words continue.
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
