import { isAscii } from "node:buffer";
import { foldText, type SearchTerm } from "#contract/manage/search-terms.ts";
import type { SearchedEntry } from "./searched-entries.ts";

/** A search term, prepared for matching. */
export type Needle = {
  words: string[];
  /** As they appear in JSON: the term's words, or any stored value whose label contains the term. */
  jsonWords: string[];
  jsonValues: string[];
  pattern: RegExp;
};

/** A term's position in a folded text; `isWhole`: the match ends at the end of a word. */
export type Match = { from: number; to: number; isWhole: boolean };

/** Scripts without spaces between words, in which a word may begin anywhere. */
const UNSPACED =
  "[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]";
const IN_WORD = `[[\\p{L}\\p{N}]--${UNSPACED}]`;
const BEGINS_IN_WORD = new RegExp(`^${IN_WORD}`, "v");
const ENDS_IN_WORD = new RegExp(`${IN_WORD}$`, "v");
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

/** Further matches in one text would add nothing. */
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

/** A body as folded text. Most bodies are ASCII, which needs only lower case. */
export function foldBytes(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isAscii(buffer) ? buffer.toString("latin1").toLowerCase() : foldText(buffer.toString());
}

/** Whether a body may contain a term: a quick check before parsing. */
export function mayHold(folded: string, needle: Needle, isJson: boolean): boolean {
  const words = isJson ? needle.jsonWords : needle.words;
  if (words.every((word) => folded.includes(word))) return true;
  return isJson && needle.jsonValues.some((value) => folded.includes(value));
}
