/** The word for nothing at all, in every language: as an address, and as the name of a tool. */
export const NONE = "none";

/** Whether a text says that there is nothing. A client may also type the word. */
export function isNone(text: string): boolean {
  return text.trim().toLowerCase() === NONE;
}
