import { PASSAGE_MAX_LENGTH } from "#contract/manage/limits.ts";
import type { SearchPassage } from "#contract/manage/search.ts";
import { foldText, isSimple } from "#contract/manage/search-terms.ts";
import type { Match } from "./find-terms.ts";

const ELLIPSIS = "…";
/** The length of the passage before the match. */
const BEFORE = 40;
/** How far an end may move to reach the start of a word or character. */
const MOVED_MAX = 20;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The part of a text around its matches; `matches` are positions in the folded text. */
export function passageOf(text: string, matches: Match[]): Pick<SearchPassage, "text" | "marks"> {
  const marks = joined(inText(text, matches));
  if (text.length <= PASSAGE_MAX_LENGTH) return { text, marks };
  const first = matches.findIndex(({ isWhole }) => isWhole);
  const [at = 0] = inText(text, matches.slice(Math.max(0, first)))[0] ?? [];
  const from = beginAt(text, at);
  const room = PASSAGE_MAX_LENGTH - (from > 0 ? 1 : 0);
  const isToEnd = text.length - from <= room;
  const to = isToEnd ? text.length : endAt(text, from + room - 1);
  const shift = (from > 0 ? 1 : 0) - from;
  return {
    text: (from > 0 ? ELLIPSIS : "") + text.slice(from, to) + (isToEnd ? "" : ELLIPSIS),
    marks: marks
      .filter(([begin, end]) => begin < to && end > from)
      .map(([begin, end]) => [Math.max(begin, from) + shift, Math.min(end, to) + shift]),
  };
}

function beginAt(text: string, mark: number): number {
  const wished = mark - BEFORE;
  if (wished <= 0) return 0;
  const space = text.slice(wished, wished + MOVED_MAX).search(/\s\S/u);
  return space < 0 ? characterAt(text, wished) : wished + space + 1;
}

function endAt(text: string, wished: number): number {
  const space = text.slice(wished - MOVED_MAX, wished + 1).search(/\s\S*$/u);
  return space < 0 ? characterAt(text, wished) : wished - MOVED_MAX + space;
}

/** The start of the character at this place; for an extremely long character, only half surrogate pairs are avoided. */
function characterAt(text: string, place: number): number {
  const begin = graphemes.segment(text).containing(place)?.index ?? place;
  if (place - begin <= MOVED_MAX) return begin;
  return /^[\udc00-\udfff]/.test(text.slice(place)) ? place - 1 : place;
}

/** Converts positions in the folded text to positions in the original; they differ unless folding is simple. */
function inText(text: string, matches: Match[]): [from: number, to: number][] {
  if (isSimple(text)) return matches.map(({ from, to }) => [from, to]);
  const begins: number[] = [];
  const ends: number[] = [];
  let place = 0;
  for (const character of text) {
    const folded = foldText(character);
    // a combining accent belongs to the letter before it
    if (folded === "" && ends.length > 0) ends[ends.length - 1] = place + character.length;
    for (let unit = 0; unit < folded.length; unit++) {
      begins.push(place);
      ends.push(place + character.length);
    }
    place += character.length;
  }
  return matches.map(({ from, to }) => [begins[from] ?? 0, ends[to - 1] ?? text.length]);
}

/** Sorts the marks, and merges those that overlap. */
function joined(marks: [number, number][]): [number, number][] {
  const all: [number, number][] = [];
  for (const [from, to] of marks.toSorted(([one], [other]) => one - other)) {
    const last = all.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return all;
}
