import { countWords } from "../../text.ts";
import type { ReadableSection } from "./read-record.ts";

/** A sentence in the client's exact words, and where it is. */
export type Quote = {
  sectionId: string;
  sectionName: string;
  questionId: string;
  title: string;
  answerId: string;
  text: string;
};

/** Shorter sentences say too little alone; longer ones cannot be read at a glance. In words. */
const WORDS_MIN = 6;
const WORDS_MAX = 40;
/** In characters, since words can be of any length. */
const LENGTH_MAX = 300;

/**
 * The longest whole sentence of at most 40 words that the client typed or spoke in each section. What a person says at
 * length matters to them, and a whole sentence keeps its meaning. Never altered.
 */
export function quotesOf(sections: ReadableSection[]): Quote[] {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  return sections.flatMap((section) => quoteOf(section, segmenter) ?? []);
}

function quoteOf({ id, name, questions }: ReadableSection, segmenter: Intl.Segmenter): Quote | undefined {
  let longest: Quote | undefined;
  for (const question of questions) {
    for (const { id: answerId, content, reason, by } of question.answers) {
      // the words are ours, a manager's or a helper's
      if (reason || by) continue;
      const text = longestSentence(content, segmenter);
      if (text.length <= (longest?.text.length ?? 0)) continue;
      const place = { sectionId: id, sectionName: name, questionId: question.id, title: question.title };
      longest = { ...place, answerId, text };
    }
  }
  return longest;
}

/** Empty if no sentence can be quoted. */
function longestSentence(content: string, segmenter: Intl.Segmenter): string {
  let longest = "";
  for (const { segment } of segmenter.segment(content)) {
    const sentence = segment.trim();
    if (sentence.length > longest.length && isQuotable(sentence)) longest = sentence;
  }
  return longest;
}

function isQuotable(sentence: string): boolean {
  const words = countWords(sentence);
  return sentence.length <= LENGTH_MAX && words >= WORDS_MIN && words <= WORDS_MAX && isWhole(sentence);
}

/** Whether it begins like a sentence and ends with a sentence mark, which a quotation mark or bracket may follow. */
function isWhole(sentence: string): boolean {
  return /^["'“‘(¡¿]*[\p{Lu}\p{Lo}\p{N}]/u.test(sentence) && /[.!?…。！？]["'”’)]*$/u.test(sentence);
}
