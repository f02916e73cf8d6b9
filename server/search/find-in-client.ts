import { isoOf } from "#contract/instants.ts";
import { PASSAGES_PER_HIT } from "#contract/manage/limits.ts";
import type { SearchHit, SearchPassage } from "#contract/manage/search.ts";
import { foldText } from "#contract/manage/search-terms.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { parseStored } from "../storage/engine/damage.ts";
import type { OpenedClient } from "../storage/search/open-client.ts";
import { foldBytes, type Match, matchesIn, mayHold, type Needle } from "./find-terms.ts";
import { passageOf } from "./passage.ts";
import { type EntriesByName, type SearchedText, textsOfRecord } from "./searched-texts.ts";

const WHOLE_WORD_SCORE = 10;
const BEGINNING_SCORE = 6;
const CHOSEN_TOOL_FACTOR = 3;

export type ClientSearchQuery = { needles: Needle[]; entries: EntriesByName };

/** The match in a client; passages are made only when they are shown. */
export type FoundClient = Pick<SearchHit, "score" | "more"> & {
  newest: number;
  passages(): SearchPassage[];
};

type FoundText = Omit<SearchedText, "texts"> & {
  text: string;
  scores: number[];
  score: number;
  matches: Match[];
};

const decoder = new TextDecoder();

/** Undefined if a term is missing. Throws StorageUnavailable if the record is damaged. */
export function findInClient(
  client: OpenedClient,
  { needles, entries }: ClientSearchQuery,
): FoundClient | undefined {
  const { record, followUps, notes } = client;
  const json = record && foldBytes(record.bytes);
  const written = [...followUps, ...notes].map(({ bytes }) => foldBytes(bytes));
  const isPossible = (needle: Needle) =>
    (json !== undefined && mayHold(json, needle, true)) ||
    written.some((folded) => mayHold(folded, needle, false));
  if (!needles.every(isPossible)) return undefined;

  const texts = textsOf(client, entries).map((text) => findInText(text, needles));
  const scores = needles.map((_, place) => Math.max(0, ...texts.map((text) => text.scores[place] ?? 0)));
  if (scores.includes(0)) return undefined;
  const found = texts.filter(({ score }) => score > 0).sort(isBetter);
  const shown = found.slice(0, PASSAGES_PER_HIT);
  return {
    score: scores.reduce((sum, score) => sum + score, 0),
    newest: found[0]?.at ?? 0,
    more: found.length - shown.length,
    passages: () => shown.map(toPassage),
  };
}

function textsOf({ record, followUps, notes }: OpenedClient, entries: EntriesByName): SearchedText[] {
  const answered = record
    ? textsOfRecord(parseStored(decoder.decode(record.bytes)) as ClientRecord, entries, record.savedAt)
    : [];
  return [
    ...answered,
    ...followUps.map(({ question, at, bytes }) => {
      const texts = [decoder.decode(bytes)];
      return { question, kind: "follow-up" as const, at, texts };
    }),
    ...notes.map(({ at, bytes }) => {
      const texts = [decoder.decode(bytes)];
      return { question: null, kind: "note" as const, at, texts };
    }),
  ];
}

function findInText({ texts, ...of }: SearchedText, needles: Needle[]): FoundText {
  const factor = of.isChosenTool ? CHOSEN_TOOL_FACTOR : 1;
  const found = texts.map((text) => {
    const folded = foldText(text);
    const byTerm = needles.map(({ pattern }) => matchesIn(folded, pattern));
    const scores = byTerm.map((matches) => scoreOf(matches) * factor);
    const score = scores.reduce((sum, each) => sum + each, 0);
    return { ...of, text, scores, score, matches: byTerm.flat() };
  });
  return found.reduce((one, other) => (other.score > one.score ? other : one));
}

function scoreOf(matches: Match[]): number {
  if (matches.length === 0) return 0;
  return matches.some(({ isWhole }) => isWhole) ? WHOLE_WORD_SCORE : BEGINNING_SCORE;
}

function isBetter(one: FoundText, other: FoundText): number {
  return other.score - one.score || other.at - one.at;
}

function toPassage({ question, kind, at, text, matches }: FoundText): SearchPassage {
  return { question, kind, at: isoOf(at), ...passageOf(text, matches) };
}
