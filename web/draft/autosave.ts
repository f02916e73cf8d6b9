import type { CallError, Result } from "../api/result.ts";
import type { DraftState, DraftStore } from "./draft-store.ts";
import type { Timers } from "./journal.ts";
import type { Sync } from "./sync.ts";

/** How long after the last change the draft is saved. */
const REST_MS = 10_000;
/** The longest wait of a client who keeps typing. */
const REST_LIMIT_MS = 60_000;
/** First delay by connection state. A server that answers with an error needs longer than a lost connection. */
const RETRY_FIRST_MS = { offline: 4_000, failing: 8_000, ok: 8_000 };
const RETRY_MAX_MS = 60_000;
/** After this long with the page hidden, another device may have saved changes. */
const AWAY_MS = 30_000;

type StartAutosaveOptions = {
  draft: DraftStore;
  sync: Sync;
  timers: Timers;
  /** Epoch milliseconds. */
  clock: () => number;
  /** From 0 up to 1. */
  random: () => number;
  page: { document: Document; window: Window };
  /** Called when a background call finds that the session has ended. */
  onSignedOut: (error: CallError) => void;
};

/**
 * Saves automatically: after a pause, when the page is hidden or closed, when the connection returns, after failures.
 */
export function startAutosave(opening: StartAutosaveOptions): { stop(): void } {
  const { draft, sync, timers, clock, random, page } = opening;
  const stopping = new AbortController();
  let restTimer: unknown;
  let restLimit: number | undefined;
  let retryTimer: unknown;
  let failures = 0;
  let hiddenAt: number | undefined;

  function onChange(state: DraftState, before: DraftState): void {
    if (state.draft.answers === before.draft.answers && state.draft.boxes === before.draft.boxes) return;
    waitForRest();
  }

  function waitForRest(): void {
    if (!draft.store.getState().isUnsynced) return;
    restLimit ??= clock() + REST_LIMIT_MS;
    timers.clearTimeout(restTimer);
    restTimer = timers.setTimeout(() => void save(), Math.min(REST_MS, Math.max(0, restLimit - clock())));
  }

  async function save(options?: { leaving: boolean }): Promise<void> {
    timers.clearTimeout(restTimer);
    restLimit = undefined;
    if (!draft.store.getState().isUnsynced) return;
    afterwards(await sync.saveQuietly(options));
  }

  /** Fetches and merges the server's changes, then sends unsynced ones. */
  async function recover(): Promise<void> {
    timers.clearTimeout(retryTimer);
    retryTimer = undefined;
    const pulled = await sync.pull();
    if (pulled.ok && draft.store.getState().isUnsynced) afterwards(await sync.saveQuietly());
    else afterwards(pulled);
  }

  function afterwards(result: Result<unknown>): void {
    if (stopping.signal.aborted) return;
    if (result.ok) {
      failures = 0;
      waitForRest();
      return;
    }
    if (result.error.status === 401) opening.onSignedOut(result.error);
    else if (result.error.code !== "NOT_AUTHENTICATED") retryLater();
  }

  function retryLater(): void {
    const first = RETRY_FIRST_MS[sync.state.getState().connection];
    const steady = Math.min(RETRY_MAX_MS, first * 2 ** failures);
    failures += 1;
    timers.clearTimeout(retryTimer);
    // the random factor spreads the retries of many clients when a server comes back
    retryTimer = timers.setTimeout(() => void recover(), steady * (0.75 + random() / 2));
  }

  function onHidden(): void {
    hiddenAt = clock();
    void draft.journal?.flush();
    void save({ leaving: true });
  }

  function onVisible(): void {
    const isLongAway = hiddenAt !== undefined && clock() - hiddenAt > AWAY_MS;
    hiddenAt = undefined;
    if (isLongAway && retryTimer === undefined) void recover();
  }

  const { signal } = stopping;
  const onVisibility = () => (page.document.visibilityState === "hidden" ? onHidden() : onVisible());
  page.document.addEventListener("visibilitychange", onVisibility, { signal });
  page.window.addEventListener("pagehide", onHidden, { signal });
  page.window.addEventListener("offline", () => sync.markOffline(), { signal });
  page.window.addEventListener("online", () => void recover(), { signal });
  const unsubscribe = draft.store.subscribe(onChange);
  const unwatch = sync.state.subscribe(({ connection, saving }, before) => {
    // a save that the client asked for has failed: retry it in the background from now on
    if (saving || !before.saving || connection === "ok") return;
    failures = 0;
    retryLater();
  });
  waitForRest();
  if (sync.state.getState().connection !== "ok") void recover();

  return {
    stop() {
      stopping.abort();
      unsubscribe();
      unwatch();
      timers.clearTimeout(restTimer);
      timers.clearTimeout(retryTimer);
    },
  };
}
