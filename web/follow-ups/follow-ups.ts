import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import type { OpenFollowUp } from "#contract/api/calls.ts";
import { loadOpenFollowUps } from "../api/firsthand-api.ts";

export type FollowUps = {
  /** What is open, oldest first, as far as the server was heard. */
  store: StoreApi<{ open: OpenFollowUp[] }>;
  /** Asks the server; what was known stays where there is no answer. */
  refresh(): Promise<void>;
  close(): void;
};

type FollowUpsOptions = {
  /** Undefined while nobody is signed in. */
  token: () => string | undefined;
  document: Document;
};

/** The account manager's follow-ups: kept in memory alone, and loaded again when the page is visible again. */
export function createFollowUps({ token, document }: FollowUpsOptions): FollowUps {
  const store = createStore<{ open: OpenFollowUp[] }>(() => ({ open: [] }));
  const closing = new AbortController();
  let lastAsked = 0;

  async function refresh(): Promise<void> {
    const accessToken = token();
    if (accessToken === undefined) return;
    lastAsked += 1;
    const asked = lastAsked;
    const loaded = await loadOpenFollowUps(accessToken);
    // an answer that was overtaken tells of an earlier moment
    if (loaded.ok && asked === lastAsked && !closing.signal.aborted) store.setState({ open: loaded.data });
  }

  const onVisibility = () => {
    if (document.visibilityState === "visible") void refresh();
  };
  document.addEventListener("visibilitychange", onVisibility, { signal: closing.signal });
  return { store, refresh, close: () => closing.abort() };
}
