import { diffArrays } from "diff/lib/diff/array.js";
import type { AnswerDifference, QuestionDifference } from "#contract/manage/answers/differences.ts";

/** A run of words that were kept, removed, or added. */
export type WordRun = { kind: "kept" | "removed" | "added"; text: string };

/** An edited answer has `runs` if both versions read well as one text. */
export type ComparedAnswer = AnswerDifference & { runs?: WordRun[] };
export type ComparedQuestion = Omit<QuestionDifference, "answers"> & { answers: ComparedAnswer[] };

/** The time limit for all comparisons. Two long texts without a common word would block the page for 10 s. */
const COMPARING_MAX_MS = 200;
/** With fewer kept words, the two texts read better one after the other. */
const KEPT_SHARE_MIN = 1 / 3;

/**
 * Creates a function that compares pairs of texts until the time limit, and returns undefined afterward. `now` returns
 * milliseconds.
 */
export function wordComparer(now: () => number): (before: string, after: string) => WordRun[] | undefined {
  const end = now() + COMPARING_MAX_MS;
  return (before, after) => {
    const timeout = end - now();
    return timeout > 0 ? wordRuns(before, after, timeout) : undefined;
  };
}

/** Compares edited answers word by word, as many as the time limit allows. `now` returns milliseconds. */
export function compareWords(differences: QuestionDifference[], now: () => number): ComparedQuestion[] {
  const compareTexts = wordComparer(now);
  const compare = (answer: AnswerDifference): ComparedAnswer => {
    const runs = answer.kind === "changed" ? compareTexts(answer.before, answer.after) : undefined;
    return runs ? { ...answer, runs } : answer;
  };
  return differences.map((difference) => ({ ...difference, answers: difference.answers.map(compare) }));
}

/** The runs of a comparison; undefined if too few words were kept, or if the comparison exceeds `timeout` (ms). */
export function wordRuns(before: string, after: string, timeout: number): WordRun[] | undefined {
  const words = wordsOf(before);
  const changes = diffArrays(words, wordsOf(after), { timeout });
  if (!changes) return undefined;
  const kept = changes.filter(({ added, removed }) => !added && !removed).flatMap(({ value }) => value);
  if (kept.filter(isWord).length < words.filter(isWord).length * KEPT_SHARE_MIN) return undefined;
  return changes.map(({ value, added, removed }) => ({
    kind: added ? "added" : removed ? "removed" : "kept",
    text: value.join(""),
  }));
}

/**
 * Splits a text into words, each with the space before it, so that equal spaces between other words do not count as
 * kept.
 */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  let space = "";
  for (const { segment } of new Intl.Segmenter("en", { granularity: "word" }).segment(text)) {
    if (segment.trim() === "") {
      space += segment;
    } else {
      words.push(space + segment);
      space = "";
    }
  }
  return space === "" ? words : [...words, space];
}

/** Whether it is a word and not just punctuation. */
function isWord(word: string): boolean {
  return /[\p{L}\p{N}]/u.test(word);
}
