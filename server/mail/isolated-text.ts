/** Line breaks and other unseen characters would add lines, and direction marks turn what follows round. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
/** Scripts that run from left to right, and what belongs to all scripts. */
const PLAIN =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** What is ASCII goes into a header as it is, and its reader would decode what looks like an encoded word (RFC 2047). */
export function unencodedText(text: string): string {
  return text.replaceAll("=?", "= ?");
}

/** A name as a header has it. */
export function headerName(name: string): string {
  return unencodedText(name.replace(UNSEEN, " ").trim());
}

/** A name on one line that leaves the order of the words around it alone, whatever script it is in. */
export function isolatedText(text: string): string {
  const seen = text.replace(UNSEEN, " ").trim();
  return PLAIN.test(seen) ? seen : `\u2068${seen}\u2069`;
}
