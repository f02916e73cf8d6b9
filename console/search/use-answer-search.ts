import { useEffect } from "react";
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { useStore } from "zustand";
import { type AnswerSearch, answerSearch, searchAnswers } from "./answer-search.ts";

export const SEARCH_PATH = "/search";

/** The query goes with the page's place in the history, and into no address. */
export function useGoToSearch(): (query: string) => void {
  const [, navigate] = useLocation();
  return (query) => navigate(SEARCH_PATH, { state: { search: query } });
}

/** The search of this place in the history; one that is here already is not made again. */
export function useAnswerSearch(): AnswerSearch {
  const state: unknown = useHistoryState();
  const query = queryIn(state);
  useEffect(() => {
    if (query !== answerSearch.getState().query) void searchAnswers(query);
  }, [query]);
  const search = useStore(answerSearch);
  return search.query === query ? search : { ...answerSearch.getInitialState(), query };
}

/** Who signs in next finds nothing of what was searched before. */
export function useForgottenSearch(): void {
  useEffect(() => () => void searchAnswers(""), []);
}

function queryIn(state: unknown): string {
  const { search = "" } = (state ?? {}) as { search?: unknown };
  return typeof search === "string" ? search : "";
}
