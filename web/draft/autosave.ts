import type { CallError, Result } from "../api/result.ts";
import type { DraftState, DraftStore } from "./draft-store.ts";
import type { Timers } from "./journal.ts";
import type { Sync } from "./sync.ts";

/** product §5: after so long without a change. */
const REST_MS = 10_000;
/** A client who never rests is saved all the same. */
const REST_LIMIT_MS = 60_000;
/** A server that says no needs longer than a connection that may be back at any moment. */
const RETRY_FIRST_MS = { offline: 4_000, failing: 8_000, ok: 8_000 };
const RETRY_MAX_MS = 60_000;
/** Back on the page after so long, another device may have been at work. */
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
  /** The session was found ended by a call that nobody asked for. */
  onSignedOut: (error: CallError) => void;
};

/** Saves automatically: at rest, when the page is hidden or goes, when the connection is back, and after failures. */
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

  /** Fetches what is new and brings what is unsynced. */
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
    // apart from each other, when a server comes back to many
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
    // what the client has asked for failed: from here on it is tried quietly
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
