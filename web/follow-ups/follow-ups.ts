import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import type { OpenFollowUp } from "#contract/api/calls.ts";
import { loadOpenFollowUps } from "../api/firsthand-api.ts";

export type FollowUps = {
  /** The open follow-ups as last loaded, oldest first. */
  store: StoreApi<{ open: OpenFollowUp[] }>;
  /** Asks the server; without an answer, keeps what was known. */
  refresh(): Promise<void>;
  close(): void;
};

type FollowUpsOptions = {
  /** Undefined while no one is signed in. */
  token: () => string | undefined;
  document: Document;
};

/** The account manager's follow-ups: kept in memory only, and loaded again when the page becomes visible. */
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
    // ignore an answer that a later request has overtaken
    if (loaded.ok && asked === lastAsked && !closing.signal.aborted) store.setState({ open: loaded.data });
  }

  const onVisibility = () => {
    if (document.visibilityState === "visible") void refresh();
  };
  document.addEventListener("visibilitychange", onVisibility, { signal: closing.signal });
  return { store, refresh, close: () => closing.abort() };
}
