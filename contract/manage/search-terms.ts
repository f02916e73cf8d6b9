/** A search term: a word, or the words of a phrase. */
export type SearchTerm = string[];

/** A phrase, whose closing quote may be missing while it is being typed; or a word. */
const TERM = /["“”„«»]([^"“”„«»]*)["“”„«»]?|([^\s"“”„«»]+)/gu;
/** Punctuation around a word, as in a sentence; other marks, as in "C++" or "#1", are kept. */
const PUNCTUATION = /^[¿¡(]+|[?!.,;:)…。、！？]+$/gu;

/** The words of a query and its phrases, folded. */
export function termsOf(query: string): SearchTerm[] {
  const terms = [...query.matchAll(TERM)].map(([, phrase, word = ""]) => wordsOf(phrase ?? word));
  return terms.filter((term) => term.length > 0);
}

function wordsOf(text: string): string[] {
  const words = text.split(/\s+/u).map((word) => foldText(word.replaceAll(PUNCTUATION, "")));
  return words.filter((word) => word.trim() !== "");
}

/** ASCII, and the quotes and dashes that phones insert: folding such text changes only case. */
const SIMPLE = /^[\0-\x7f\u2013\u2014\u201c\u201d\u2022]*$/;

/** Whether each character of a text is one character of the folded text. */
export function isSimple(text: string): boolean {
  return SIMPLE.test(text);
}

/**
 * The text without case and accents, for comparing. Each character folds the same way everywhere, so that positions in
 * the folded text can be mapped back.
 */
export function foldText(text: string): string {
  // most text is ASCII, and normalizing is the slowest step
  const plain = text.replaceAll(/[^\0-\x7f]+/g, withoutAccents);
  return plain.toLowerCase().replaceAll("ς", "σ");
}

function withoutAccents(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[\u2018\u2019]/g, "'");
}
