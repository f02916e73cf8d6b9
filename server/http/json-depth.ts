/** What a record, the deepest body there is, needs is less than half of it. */
export const JSON_DEPTH_MAX = 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Whether brackets stand in each other deeper than that. Asked before the text is parsed: `JSON.parse` takes half a second
 * for four million brackets, and nothing else is served meanwhile.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    // [ and { differ in this one bit, and ] and } do
    const bracket = code | 0x20;
    if (code === QUOTE) place = endOfString(text, place + 1);
    else if (bracket === 0x7b) depth++;
    else if (bracket === 0x7d) depth--;
    if (depth > JSON_DEPTH_MAX) return true;
  }
  return false;
}

/** Where the quotation mark stands that ends a string; behind the text where none does. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end !== -1 && isEscaped(text, end, start)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** An odd number of backslashes stands before it. */
function isEscaped(text: string, place: number, start: number): boolean {
  let first = place;
  while (first > start && text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (place - first) % 2 === 1;
}
