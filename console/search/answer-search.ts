import { createStore } from "zustand/vanilla";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { SEARCH_HITS_MAX } from "#contract/manage/limits.ts";
import { compareHits, type SearchEnd, type SearchHit, type SearchLine } from "#contract/manage/search.ts";
import { callForLines } from "../api/call.ts";
import { CallFailure } from "../api/call-failure.ts";

/** A search and its hits, best first. Kept in memory only, because a query may be as sensitive as an answer. */
export type AnswerSearch = {
  query: string;
  isUnderWay: boolean;
  hits: SearchHit[];
  found: number;
  end: SearchEnd | undefined;
  failure: CallFailure | undefined;
};

const NOTHING: AnswerSearch = {
  query: "",
  isUnderWay: false,
  hits: [],
  found: 0,
  end: undefined,
  failure: undefined,
};
/** Enough for 100,000 clients on a slow server. */
const TIMEOUT_MS = 300_000;

export const answerSearch = createStore<AnswerSearch>(() => NOTHING);
let underWay: AbortController | undefined;

/** Starts a search and aborts the previous one. An empty query clears the results. */
export async function searchAnswers(query: string): Promise<void> {
  underWay?.abort();
  underWay = undefined;
  if (query === "") return answerSearch.setState(NOTHING);
  const own = new AbortController();
  underWay = own;
  answerSearch.setState({ ...NOTHING, query, isUnderWay: true });
  try {
    const body = { query, in: ["answers", "follow-ups", "notes"] };
    const options = { body, signal: own.signal, timeoutMs: TIMEOUT_MS };
    for await (const line of callForLines(manageEndpoints.search, options)) {
      if (own.signal.aborted) return;
      answerSearch.setState((search) => withLine(search, line));
    }
    if (!own.signal.aborted) answerSearch.setState({ isUnderWay: false });
  } catch (failure) {
    if (own.signal.aborted) return;
    if (!(failure instanceof CallFailure)) throw failure;
    answerSearch.setState({ isUnderWay: false, failure });
  }
}

export function withLine(search: AnswerSearch, line: SearchLine): AnswerSearch {
  if (line.type === "progress") return { ...search, found: line.found };
  if (line.type === "end") return { ...search, found: line.found, end: line };
  const hits = [...search.hits, line].sort(compareHits).slice(0, SEARCH_HITS_MAX);
  return { ...search, hits, found: Math.max(search.found, hits.length) };
}
