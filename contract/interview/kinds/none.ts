/** The word for "nothing" in every language, as a web address and as the name of a tool. */
export const NONE = "none";

/** Whether a text is the word "none". A client may also type it. */
export function isNone(text: string): boolean {
  return text.trim().toLowerCase() === NONE;
}
