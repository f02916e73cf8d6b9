/**
 * A text as a page or file shows it: control characters, which could control a terminal or vanish, and lone surrogates
 * are replaced by visible characters.
 */
export function shownText(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}/gu, pictureOf);
}

/**
 * JSON without characters that could control a terminal; `JSON.stringify` leaves U+007F to U+009F unescaped. Parsing
 * gives each character back.
 */
export function shownJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f]/g,
    (control) => `\\u00${control.charCodeAt(0).toString(16)}`,
  );
}

function pictureOf(control: string): string {
  if ("\t\n\r".includes(control)) return control;
  const code = control.charCodeAt(0);
  if (code === 0x7f) return "\u2421";
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd";
}

const OPENERS: { [opener: string]: string } = {
  "\u202a": "\u202c",
  "\u202b": "\u202c",
  "\u202d": "\u202c",
  "\u202e": "\u202c",
  "\u2066": "\u2069",
  "\u2067": "\u2069",
  "\u2068": "\u2069",
};
const CLOSERS = Object.values(OPENERS);
const STEERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** One line of plain text whose bidirectional marks affect only that line. */
export function isolateBidi(line: string): string {
  if (!STEERING.test(line)) return line;
  const open: string[] = [];
  let kept = "";
  for (const character of line) {
    const closer = OPENERS[character];
    if (closer) open.push(closer);
    // a closing mark without an opening one in this line could close one outside it
    if (CLOSERS.includes(character) && open.at(-1) !== character) continue;
    if (CLOSERS.includes(character)) open.pop();
    kept += character;
  }
  return `\u2068${kept}${open.reverse().join("")}\u2069`;
}
