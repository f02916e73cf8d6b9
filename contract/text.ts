/** Each of these is a separate character when another one of them follows. */
const PLAIN = /^[\n\x20-\x7e]*$/;
/** Made when it is needed: making it takes longer than what it does. */
let graphemes: Intl.Segmenter | undefined;

/**
 * The first characters of a text, counted as a reader counts them: an emoji or a combined letter is one and is
 * never cut in half. A text that is longer ends in an ellipsis.
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
