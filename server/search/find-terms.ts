import { isAscii } from "node:buffer";
import { foldText, type SearchTerm } from "#contract/manage/search-terms.ts";
import type { SearchedEntry } from "./searched-entries.ts";

/** A term, ready to be looked for. */
export type Needle = {
  words: string[];
  /** As they stand in JSON: its words, or any of the values whose label holds the term. */
  jsonWords: string[];
  jsonValues: string[];
  pattern: RegExp;
};

/** Where a term is in a folded text; `isWhole`: it ends where a word does. */
export type Match = { from: number; to: number; isWhole: boolean };

/** Writing that puts no spaces between words: a word may begin anywhere in it. */
const UNSPACED =
  "[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]";
const IN_WORD = `[[\\p{L}\\p{N}]--${UNSPACED}]`;
const BEGINS_IN_WORD = new RegExp(`^${IN_WORD}`, "v");
const ENDS_IN_WORD = new RegExp(`${IN_WORD}$`, "v");
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

/** More of them in one text say nothing further. */
const MATCHES_MAX = 200;

export function needlesOf(terms: SearchTerm[], entries: SearchedEntry[]): Needle[] {
  return terms.map((words) => {
    const pattern = patternOf(words);
    const jsonValues = entries.flatMap(({ labels }) => Object.values(labels)).flatMap(Object.entries);
    return {
      words,
      jsonWords: words.map(inJson),
      jsonValues: jsonValues
        .filter(([, labels]: [string, string[]]) =>
          labels.some((label) => matchesIn(foldText(label), pattern).length > 0),
        )
        .map(([value]) => `"${inJson(foldText(value))}"`),
      pattern,
    };
  });
}

function patternOf(words: string[]): RegExp {
  const [first = ""] = words;
  const begins = BEGINS_IN_WORD.test(first) ? `(?<!${IN_WORD})` : "";
  const ends = ENDS_IN_WORD.test(words.at(-1) ?? "") ? `(?:(?!${IN_WORD})()|)` : "()";
  return new RegExp(begins + words.map((word) => word.replaceAll(SYNTAX, "\\$&")).join("\\s+") + ends, "gv");
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function matchesIn(folded: string, pattern: RegExp): Match[] {
  const matches: Match[] = [];
  for (const match of folded.matchAll(pattern)) {
    matches.push({
      from: match.index,
      to: match.index + match[0].length,
      isWhole: match[1] !== undefined,
    });
    if (matches.length === MATCHES_MAX) break;
  }
  return matches;
}

/** All of a body, folded. Most are ASCII, in which only the case is to be folded. */
export function foldBytes(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isAscii(buffer) ? buffer.toString("latin1").toLowerCase() : foldText(buffer.toString());
}

/** Whether a body may hold a term: a quick look, before anything is parsed. */
export function mayHold(folded: string, needle: Needle, isJson: boolean): boolean {
  const words = isJson ? needle.jsonWords : needle.words;
  if (words.every((word) => folded.includes(word))) return true;
  return isJson && needle.jsonValues.some((value) => folded.includes(value));
}
