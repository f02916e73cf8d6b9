/**
 * Texts that make a careless pattern or loop take forever: long runs that nearly match and end in a mismatch. Each
 * function fills a length in UTF-16 code units.
 */
export const adversarialTexts: { [name: string]: (length: number) => string } = {
  "white space": (length) => `x${" ".repeat(length - 2)}x`,
  "line breaks": (length) => `${"\n".repeat(length - 1)}x`,
  "carriage returns": (length) => `${"\r".repeat(length - 1)}x`,
  "tabs and spaces": (length) => filled("\t ", length),
  digits: (length) => `${"1".repeat(length - 1)}x`,
  "one word": (length) => `${"a".repeat(length - 1)}!`,
  "sentences of one letter": (length) => filled("a. ", length),
  "closing marks": (length) => `A b c d e f.${'"'.repeat(length - 13)}x`,
  "tags that begin": (length) => "<".repeat(length),
  "tags that never end": (length) => filled("<a ", length),
  "comments that never end": (length) => filled("<!--", length),
  ampersands: (length) => "&".repeat(length),
  "marks of Markdown": (length) => filled("*_`~[](", length),
  "links that begin": (length) => filled("www.", length),
  "addresses that begin": (length) => filled("a@", length),
  "colons and slashes": (length) => filled("://", length),
  braces: (length) => filled("{{", length),
  backslashes: (length) => "\\".repeat(length),
  "quotation marks": (length) => '"'.repeat(length),
  "encoded words": (length) => filled("=?", length),
  "marks of direction": (length) => "\u202a".repeat(length),
  "marks of direction, closed": (length) => filled("\u2066\u2069", length),
  "combining marks": (length) => `e${"\u0301".repeat(length - 1)}`,
  "joined emoji": (length) => filled("\u{1f469}\u200d", length),
  flags: (length) => filled("\u{1f1e9}\u{1f1ea}", length),
  "control characters": (length) => "\u0001".repeat(length),
  wildcards: (length) => filled("%_", length),
  "letters that fold": (length) => filled("\u0130\ufb03\u00df", length),
};

/** Ordinary text of the same length, in one line and in many short lines. */
export const harmlessTexts: ((length: number) => string)[] = [
  (length) => filled("We sell bread and cakes in two shops. ", length),
  (length) => filled("Bread\nCakes\n", length),
];

function filled(unit: string, length: number): string {
  return unit
    .repeat(Math.ceil(length / unit.length))
    .slice(0, length)
    .toWellFormed();
}
