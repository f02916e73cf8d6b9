import type { SpeechResult } from "./recognizer.ts";

/** A stretch of speech. Instants are epoch milliseconds: when its first words came, and when they last changed. */
export type Utterance = {
  text: string;
  /** The engine will not change it any more. */
  isSettled: boolean;
  /** The engine says that it goes on from what stands before it: desktop Chrome begins it with a space. */
  follows: boolean;
  firstAt: number;
  lastAt: number;
};

/** All that was heard in one dictation: what lists that are over had, and the engine's present list. */
export type Heard = { earlier: Utterance[]; list: Utterance[] };

export const NOTHING_HEARD: Heard = { earlier: [], list: [] };

/** Engines report everything since their start, each in its own way; this knows all of them. */
export function addResults(heard: Heard, results: SpeechResult[], now: number): Heard {
  const settled = foldRepeats(heard.list.filter(({ isSettled }) => isSettled));
  const present = foldRepeats(results.map((result) => utteranceOf(result, undefined, { now, saidAt: now })));
  // Android may drop what it had settled, and begin a new list within the same run
  const { earlier, list } = startsWith(wordsOf(present), wordsOf(settled)) ? heard : closeList(heard);
  // words that become certain were said before: Chrome moves them from one result to another
  const said = foldRepeats(list);
  const saidAt = isSame(wordsOf(present), wordsOf(said))
    ? Math.max(...said.map(({ lastAt }) => lastAt))
    : now;
  return {
    earlier,
    list: results.map((result, place) => utteranceOf(result, list[place], { now, saidAt })),
  };
}

/** The engine will say no more to its list: the words that it was not yet certain of are taken as they are. */
export function closeList({ earlier, list }: Heard): Heard {
  const closed = foldRepeats(list).map((utterance) => ({ ...utterance, isSettled: true }));
  return { earlier: [...earlier, ...closed], list: [] };
}

/** What was heard, without what an engine has said twice. */
export function utterancesOf({ earlier, list }: Heard): Utterance[] {
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
    // Android marks what it is still guessing as final, with confidence 0
    isSettled: isFinal && confidence !== 0,
    follows: /^\s/.test(transcript),
    firstAt: before && known[0] === words[0] ? before.firstAt : now,
    lastAt: before && isSame(known, words) ? before.lastAt : saidAt,
  };
}

/** Android lists each state of a sentence as a further result: the last one has all the words of those before it. */
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
  // the last word of a guess is often another one in the next guess
  const isGuess = before.every(({ isSettled }) => !isSettled);
  return isGuess && said.length > 1 && startsWith(words, said.slice(0, -1));
}

function wordsOf(utterances: Utterance[]): string[] {
  return utterances.flatMap(({ text }) => wordsIn(text));
}

/** Without capitals and punctuation, which a final result may add to the guess before it. */
function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [];
}

function isSame(words: string[], others: string[]): boolean {
  return words.length === others.length && startsWith(words, others);
}

function startsWith(words: string[], start: string[]): boolean {
  return start.every((word, place) => word === words[place]);
}
