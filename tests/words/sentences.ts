import { fleschKincaid } from "flesch-kincaid";
import { syllable } from "syllable";

/** A sentence that a person reads, and the id of its message. */
export type Sentence = { id: string; text: string };

const ofSentences = new Intl.Segmenter("en", { granularity: "sentence" });
const ofWords = new Intl.Segmenter("en", { granularity: "word" });

/** The sentences of a catalog. A label without a period is not a sentence. */
export function sentencesOf(catalog: { [id: string]: string }): Sentence[] {
  return Object.entries(catalog).flatMap(([id, message]) =>
    [...ofSentences.segment(filled(message))]
      .map(({ segment }) => ({ id, text: segment.trim() }))
      .filter(({ text }) => /[.?!]”?$/.test(text)),
  );
}

/** A message as a client reads it, in its plural form and with a sample word for each value. */
function filled(message: string): string {
  return message
    .replace(/\{\w+, plural, .*?other \{([^{}]*)\}\}/g, "$1")
    .replaceAll("#", "2")
    .replace(/\{\w+\}/g, "Acme");
}

export function wordsOf(text: string): string[] {
  return [...ofWords.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

/** The US school grade that can easily read these sentences (Flesch-Kincaid). */
export function gradeOf(sentences: Sentence[]): number {
  const words = sentences.flatMap(({ text }) => wordsOf(text));
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0);
  return fleschKincaid({ sentence: sentences.length, word: words.length, syllable: syllables });
}

/** The grade of a sentence with fewer words means nothing. */
const WORDS_TO_GRADE = 5;

export function hardest(sentences: Sentence[], count: number): string[] {
  return sentences
    .filter(({ text }) => wordsOf(text).length >= WORDS_TO_GRADE)
    .map((sentence) => ({ ...sentence, grade: gradeOf([sentence]) }))
    .sort((one, other) => other.grade - one.grade)
    .slice(0, count)
    .map(({ id, text, grade }) => `${grade.toFixed(1).padStart(5)}  ${id}: ${text}`);
}
