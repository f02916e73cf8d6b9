import { diffArrays } from "diff/lib/diff/array.js";
import type { AnswerDifference, QuestionDifference } from "#contract/manage/answers/differences.ts";

/** A run of words that stayed, went, or came. */
export type WordRun = { kind: "kept" | "removed" | "added"; text: string };

/** An answer that was edited has its runs where one text of both versions reads well. */
export type ComparedAnswer = AnswerDifference & { runs?: WordRun[] };
export type ComparedQuestion = Omit<QuestionDifference, "answers"> & { answers: ComparedAnswer[] };

/** Two long texts without a word in common would take 10 s, and nothing else happens meanwhile. */
const COMPARING_MAX_MS = 200;
/** With fewer words kept, the two texts read better one after the other. */
const KEPT_SHARE_MIN = 1 / 3;

/** Compares one pair of texts after the other for as long as there is time; then tells undefined. `now` is in milliseconds. */
export function wordComparer(now: () => number): (before: string, after: string) => WordRun[] | undefined {
  const end = now() + COMPARING_MAX_MS;
  return (before, after) => {
    const timeout = end - now();
    return timeout > 0 ? wordRuns(before, after, timeout) : undefined;
  };
}

/** Compares the words of edited answers, as many as can be done in time. `now` is in milliseconds. */
export function compareWords(differences: QuestionDifference[], now: () => number): ComparedQuestion[] {
  const compareTexts = wordComparer(now);
  const compare = (answer: AnswerDifference): ComparedAnswer => {
    const runs = answer.kind === "changed" ? compareTexts(answer.before, answer.after) : undefined;
    return runs ? { ...answer, runs } : answer;
  };
  return differences.map((difference) => ({ ...difference, answers: difference.answers.map(compare) }));
}

/** Undefined where too little stayed, or where the comparison takes longer than `timeout` ms. */
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

/** Each with the space before it, so that equal spaces between other words are not taken for what stayed. */
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

/** Whether it is more than a comma. */
function isWord(word: string): boolean {
  return /[\p{L}\p{N}]/u.test(word);
}
