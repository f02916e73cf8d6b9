import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import type { AskedBack } from "#contract/api/calls.ts";
import { loadAskedBack } from "../api/firsthand-api.ts";

export type Asks = {
  /** What is open, oldest first, as far as the server was heard. */
  store: StoreApi<{ open: AskedBack[] }>;
  /** Asks the server; what was known stays where there is no answer. */
  refresh(): Promise<void>;
  close(): void;
};

type OpenAsksOptions = {
  /** Undefined while nobody is signed in. */
  token: () => string | undefined;
  document: Document;
};

/** What the account manager has asked back: kept in memory alone, and looked for again when the page is. */
export function openAsks({ token, document }: OpenAsksOptions): Asks {
  const store = createStore<{ open: AskedBack[] }>(() => ({ open: [] }));
  const closing = new AbortController();
  let lastAsked = 0;

  async function refresh(): Promise<void> {
    const accessToken = token();
    if (accessToken === undefined) return;
    lastAsked += 1;
    const asked = lastAsked;
    const loaded = await loadAskedBack(accessToken);
    // an answer that was overtaken tells of an earlier moment
    if (loaded.ok && asked === lastAsked && !closing.signal.aborted) store.setState({ open: loaded.data });
  }

  const onVisibility = () => {
    if (document.visibilityState === "visible") void refresh();
  };
  document.addEventListener("visibilitychange", onVisibility, { signal: closing.signal });
  return { store, refresh, close: () => closing.abort() };
}
