/** The deepest valid body, a record, needs less than half of this. */
export const JSON_DEPTH_MAX = 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Whether brackets are nested deeper than the limit. Checked before parsing: `JSON.parse` takes half a second for four
 * million brackets and blocks every other request meanwhile.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    // [ and { differ only in this bit, as do ] and }
    const bracket = code | 0x20;
    if (code === QUOTE) place = endOfString(text, place + 1);
    else if (bracket === 0x7b) depth++;
    else if (bracket === 0x7d) depth--;
    if (depth > JSON_DEPTH_MAX) return true;
  }
  return false;
}

/** The position of the quotation mark that ends a string; the text's length if it never ends. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end !== -1 && isEscaped(text, end, start)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** An odd number of backslashes before the character escapes it. */
function isEscaped(text: string, place: number, start: number): boolean {
  let first = place;
  while (first > start && text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (place - first) % 2 === 1;
}
