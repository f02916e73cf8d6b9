/**
 * Line breaks and other invisible characters could add lines, and direction marks could reverse the text that follows.
 */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
/** Left-to-right scripts, and characters common to all scripts. */
const PLAIN =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/**
 * ASCII text goes into a header unencoded, so text that looks like an encoded word (RFC 2047) would be decoded by
 * readers.
 */
export function unencodedText(text: string): string {
  return text.replaceAll("=?", "= ?");
}

/** A name for use in a header. */
export function headerName(name: string): string {
  return unencodedText(name.replace(UNSEEN, " ").trim());
}

/** A name on one line, isolated so that a right-to-left script does not reorder the words around it. */
export function isolatedText(text: string): string {
  const seen = text.replace(UNSEEN, " ").trim();
  return PLAIN.test(seen) ? seen : `\u2068${seen}\u2069`;
}
