/** The word that stands for nothing at all, in every language: as an address, and as the name of a tool. */
const NONE = "none";

/** Whether a text stands for nothing at all. A client may also type the word. */
export function isNone(text: string): boolean {
  return text.trim().toLowerCase() === NONE;
}
