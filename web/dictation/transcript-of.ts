import type { SpeechResult } from "./recognizer.ts";

/** A stretch of speech. `firstAt` and `lastAt` are epoch milliseconds: when the words first came and last changed. */
export type Utterance = {
  text: string;
  /** Whether the text is final for the engine. */
  isSettled: boolean;
  /** Whether the engine says that the text continues the text before: desktop Chrome then starts it with a space. */
  follows: boolean;
  firstAt: number;
  lastAt: number;
};

/** All that was heard in one dictation: the utterances of earlier lists, and the engine's current list. */
export type HeardSpeech = { earlier: Utterance[]; list: Utterance[] };

export const NOTHING_HEARD: HeardSpeech = { earlier: [], list: [] };

/** Engines report everything since their start, each in a different way; this function handles all of them. */
export function addResults(heard: HeardSpeech, results: SpeechResult[], now: number): HeardSpeech {
  const settled = foldRepeats(heard.list.filter(({ isSettled }) => isSettled));
  const present = foldRepeats(results.map((result) => utteranceOf(result, undefined, { now, saidAt: now })));
  // Android may drop settled results and begin a new list within the same run
  const { earlier, list } = startsWith(wordsOf(present), wordsOf(settled)) ? heard : closeList(heard);
  // Chrome moves words to another result when they become certain; that does not make them new
  const said = foldRepeats(list);
  const saidAt = isSame(wordsOf(present), wordsOf(said))
    ? Math.max(...said.map(({ lastAt }) => lastAt))
    : now;
  return {
    earlier,
    list: results.map((result, place) => utteranceOf(result, list[place], { now, saidAt })),
  };
}

/** Closes the engine's list: text that was not settled yet is accepted as it is. */
export function closeList({ earlier, list }: HeardSpeech): HeardSpeech {
  const closed = foldRepeats(list).map((utterance) => ({ ...utterance, isSettled: true }));
  return { earlier: [...earlier, ...closed], list: [] };
}

/** All that was heard, without what an engine has sent twice. */
export function utterancesOf({ earlier, list }: HeardSpeech): Utterance[] {
  return [...earlier, ...foldRepeats(list)];
}

export function textOf(utterances: Utterance[]): string {
  return utterances.map(({ text }) => text).join(" ");
}

function utteranceOf(
  { transcript, confidence, isFinal }: SpeechResult,
  before: Utterance | undefined,
  { now, saidAt }: { now: number; saidAt: number },
): Utterance {
  const text = transcript.trim();
  const words = wordsIn(text);
  const known = before ? wordsIn(before.text) : [];
  return {
    text,
    // Android marks guesses as final, with confidence 0
    isSettled: isFinal && confidence !== 0,
    follows: /^\s/.test(transcript),
    firstAt: before && known[0] === words[0] ? before.firstAt : now,
    lastAt: before && isSame(known, words) ? before.lastAt : saidAt,
  };
}

/** Android lists each stage of a sentence as another result; the last result has all words of the earlier ones. */
function foldRepeats(utterances: Utterance[]): Utterance[] {
  const folded: Utterance[] = [];
  for (const next of utterances) {
    if (next.text === "") continue;
    const place = next.follows ? -1 : folded.findIndex((_, index) => repeats(next, folded.slice(index)));
    const first = folded[place];
    if (first) folded.splice(place, folded.length, { ...next, firstAt: first.firstAt });
    else folded.push(next);
  }
  return folded;
}

function repeats(next: Utterance, before: Utterance[]): boolean {
  const words = wordsIn(next.text);
  const said = wordsOf(before);
  if (startsWith(words, said)) return true;
  // the last word of a guess often changes in the next guess
  const isGuess = before.every(({ isSettled }) => !isSettled);
  return isGuess && said.length > 1 && startsWith(words, said.slice(0, -1));
}

function wordsOf(utterances: Utterance[]): string[] {
  return utterances.flatMap(({ text }) => wordsIn(text));
}

/** The words without capitals and punctuation, which a final result may add to the guess before it. */
function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [];
}

function isSame(words: string[], others: string[]): boolean {
  return words.length === others.length && startsWith(words, others);
}

function startsWith(words: string[], start: string[]): boolean {
  return start.every((word, place) => word === words[place]);
}
