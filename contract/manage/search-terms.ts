/** What is looked for together: a word, or the words of a phrase. */
export type SearchTerm = string[];

/** A phrase, which may lack its end while it is being typed; or a word. */
const TERM = /["“”„«»]([^"“”„«»]*)["“”„«»]?|([^\s"“”„«»]+)/gu;
/** Around a word, as in a sentence; what is left of "C++" or "#1" stays. */
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

/** Letters as their keys have them, and quotes and dashes as phones put them: folding leaves all but case. */
const SIMPLE = /^[\0-\x7f\u2013\u2014\u201c\u201d\u2022]*$/;

/** Whether each character of a text is one character of the folded text. */
export function isSimple(text: string): boolean {
  return SIMPLE.test(text);
}

/**
 * A text as it is compared: without case and accents. A character is folded alike wherever it stands, so that a place in the
 * folded text can be found in the text.
 */
export function foldText(text: string): string {
  // as a rule most of a text is ASCII, and normalizing takes longest
  const plain = text.replaceAll(/[^\0-\x7f]+/g, withoutAccents);
  return plain.toLowerCase().replaceAll("ς", "σ");
}

function withoutAccents(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[\u2018\u2019]/g, "'");
}
