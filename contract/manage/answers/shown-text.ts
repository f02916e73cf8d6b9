/**
 * A text as a page or a file shows it: characters that would steer a terminal, vanish, or cannot be written down are
 * there to be seen.
 */
export function shownText(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}/gu, pictureOf);
}

/**
 * JSON in which no character can steer a terminal. Anyone who parses the JSON gets each character back.
 * `JSON.stringify` leaves these characters as they are.
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

/** One line of plain text whose marks of direction steer nothing but the line itself. */
export function isolated(line: string): string {
  if (!STEERING.test(line)) return line;
  const open: string[] = [];
  let kept = "";
  for (const character of line) {
    const closer = OPENERS[character];
    if (closer) open.push(closer);
    // one that closes nothing of the line could close what is around it
    if (CLOSERS.includes(character) && open.at(-1) !== character) continue;
    if (CLOSERS.includes(character)) open.pop();
    kept += character;
  }
  return `\u2068${kept}${open.reverse().join("")}\u2069`;
}
