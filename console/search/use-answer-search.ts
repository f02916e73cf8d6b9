import { useEffect } from "react";
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { useStore } from "zustand";
import { type AnswerSearch, answerSearch, searchAnswers } from "./answer-search.ts";

export const SEARCH_PATH = "/search";

/** Goes to the search page. The query is stored in the history entry, not in the URL. */
export function useGoToSearch(): (query: string) => void {
  const [, navigate] = useLocation();
  return (query) => navigate(SEARCH_PATH, { state: { search: query } });
}

/** The search of the current history entry. A search that has already run is not repeated. */
export function useAnswerSearch(): AnswerSearch {
  const state: unknown = useHistoryState();
  const query = queryIn(state);
  useEffect(() => {
    if (query !== answerSearch.getState().query) void searchAnswers(query);
  }, [query]);
  const search = useStore(answerSearch);
  return search.query === query ? search : { ...answerSearch.getInitialState(), query };
}

/** Clears the search on sign-out, so that the next user does not see it. */
export function useForgottenSearch(): void {
  useEffect(() => () => void searchAnswers(""), []);
}

function queryIn(state: unknown): string {
  const { search = "" } = (state ?? {}) as { search?: unknown };
  return typeof search === "string" ? search : "";
}
