import { countWords } from "../../text.ts";
import type { ReadSection } from "./read-record.ts";

/** A sentence of the client's own, to the letter, and where it stands. */
export type Quote = {
  sectionId: string;
  sectionName: string;
  questionId: string;
  title: string;
  answerId: string;
  text: string;
};

/** Fewer words say nothing alone; more words cannot be read at a glance. */
const WORDS_MIN = 6;
const WORDS_MAX = 40;
/** Words can be of any length. */
const LENGTH_MAX = 300;

/**
 * Of each section, the longest whole sentence of at most 40 words that the client typed or spoke: who says most in one
 * breath says what matters to them, and a whole sentence is not torn out of what it means. Never altered.
 */
export function quotesOf(sections: ReadSection[]): Quote[] {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  return sections.flatMap((section) => quoteOf(section, segmenter) ?? []);
}

function quoteOf({ id, name, questions }: ReadSection, segmenter: Intl.Segmenter): Quote | undefined {
  let longest: Quote | undefined;
  for (const question of questions) {
    for (const { id: answerId, content, reason, by } of question.answers) {
      // the sentence is ours, or the manager's
      if (reason || by) continue;
      const text = longestSentence(content, segmenter);
      if (text.length <= (longest?.text.length ?? 0)) continue;
      const place = { sectionId: id, sectionName: name, questionId: question.id, title: question.title };
      longest = { ...place, answerId, text };
    }
  }
  return longest;
}

/** Empty where no sentence is fit to be quoted. */
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

/** It begins as sentences do, and ends with its mark, which a quotation mark or a bracket may follow. */
function isWhole(sentence: string): boolean {
  return /^["'“‘(¡¿]*[\p{Lu}\p{Lo}\p{N}]/u.test(sentence) && /[.!?…。！？]["'”’)]*$/u.test(sentence);
}
