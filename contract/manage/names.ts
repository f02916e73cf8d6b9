import * as z from "zod/mini";

/** Line breaks, direction marks and the like could make lists and logs misleading. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** A visible character: not white space, a control or format character, or a letter that looks blank. */
const SEEN = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A name on one line, trimmed; the errors continue a sentence that begins "The name". */
export function nameSchema(maxLength: number) {
  return z.string().check(
    z.trim(),
    z.minLength(1, "is empty"),
    z.maxLength(maxLength, `is longer than ${maxLength} characters`),
    z.refine((name) => !UNSEEN.test(name), "has characters that cannot be seen. Type it as plain text"),
    // a name of zero-width or blank-looking letters would seem empty
    z.refine((name) => name === "" || SEEN.test(name), "has nothing that can be seen"),
  );
}

/** A text of one or more lines, trimmed; the errors continue a sentence that begins "The text". */
export function wordsSchema(maxLength: number) {
  return z.string().check(
    z.trim(),
    z.maxLength(maxLength, `is longer than ${maxLength} characters`),
    z.refine((text) => SEEN.test(text), "is empty"),
    z.refine((text) => text.isWellFormed(), "has a damaged character. Type it again as plain text"),
  );
}
