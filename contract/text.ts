/** Each of these characters is a grapheme, also next to another one of them. */
const PLAIN = /^[\n\x20-\x7e]*$/;
/** Created on first use: creating it takes longer than using it. */
let graphemes: Intl.Segmenter | undefined;

/**
 * The first characters of a text as a reader counts them: an emoji or a combined letter counts as one and is never cut
 * in half. A shortened text ends in an ellipsis.
 */
export function shorten(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  if (PLAIN.test(text.slice(0, maxCharacters + 1))) return `${text.slice(0, maxCharacters)}...`;
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  const segments = graphemes.segment(text)[Symbol.iterator]();
  for (let count = 0; count < maxCharacters; count++) {
    if (segments.next().done) return text;
  }
  const next = segments.next();
  return next.done ? text : `${text.slice(0, next.value.index)}...`;
}

export function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** Words as a person counts them: runs of anything but white space. */
export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
