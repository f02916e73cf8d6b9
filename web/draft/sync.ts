import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import { interviewsIn, loadRecord, type SavedRecord, saveRecord } from "../api/firsthand-api.ts";
import type { CallError, Result } from "../api/result.ts";
import type { Interviews } from "../language/interviews.ts";
import type { SaveAttempt } from "./draft.ts";
import type { DraftStore } from "./draft-store.ts";
import type { ShownVersion } from "./journal-rows.ts";
import type { MergeOutcome } from "./reconcile.ts";

/** How often a save is tried when other devices keep saving at the same moment. */
const TRIES_MAX = 5;
const WAIT_BETWEEN_TRIES_MS = 100;

export type SyncState = {
  /** The save that the client asked for, while it is under way. Saves never overlap. */
  saving: "save" | "submit" | undefined;
  /** `offline`: the server did not answer. `failing`: it answered with an error. */
  connection: "ok" | "offline" | "failing";
};

export type Sync = {
  state: StoreApi<SyncState>;
  /** Sends everything, including text in boxes. With `submit`, the server also keeps a submission. */
  save(kind: "save" | "submit"): Promise<Result<unknown>>;
  /** Sends unsynced changes, if any; text in open boxes stays there. `leaving`: the page may close at any moment. */
  saveQuietly(options?: { leaving: boolean }): Promise<Result<unknown>>;
  /** Fetches what the server has now and merges it in. */
  pull(): Promise<Result<unknown>>;
  /** Switches to another version of the interview. False if `isTime` or the draft forbids it, or the call fails. */
  renew(version: ShownVersion, isTime: () => boolean): Promise<boolean>;
  /** The browser has reported that there is no connection. */
  markOffline(): void;
};

type CreateSyncOptions = {
  draft: DraftStore;
  /** The session's token, or an error without a session. */
  findToken: () => Promise<Result<string>>;
  /** Runs `act` while no other tab of this client is sending. */
  alone: <Outcome>(act: () => Promise<Outcome>) => Promise<Outcome>;
  onMerged: (reconciled: MergeOutcome) => void;
  onSaved: (revision: number | undefined) => void;
  /** Called when a response names the interview version that the client is asked now. */
  onInterviews?: (interviews: Interviews) => void;
  /** When the newest follow-up on this page was asked. A repeated save sends the value of its first attempt. */
  seenAsk: () => string | undefined;
  /** Whether the draft was opened without a connection. */
  isOffline: boolean;
  wait: (ms: number) => Promise<void>;
  /** From 0 up to 1. */
  random: () => number;
};

/** The unfinished save that the server has just confirmed as stored. */
type StoredAttempt = SaveAttempt | undefined;
type PushOptions = { submit: boolean; leaving: boolean };

/** Sends the draft and merges the server's changes, one call at a time (docs/decisions/0009-two-devices-merge.md). */
export function createSync(options: CreateSyncOptions): Sync {
  const { draft, findToken, alone, onMerged, onSaved, onInterviews, seenAsk, wait, random } = options;
  const state = createStore<SyncState>(() => ({
    saving: undefined,
    connection: options.isOffline ? "offline" : "ok",
  }));
  let last: Promise<unknown> = Promise.resolve();

  function queue<Outcome>(act: () => Promise<Outcome>): Promise<Outcome> {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  }

  /** Wraps every call: gets the token, settles the unfinished save first, and updates the connection state. */
  async function talk(
    leaving: boolean,
    act: (token: string, stored: StoredAttempt) => Promise<Result<unknown>>,
  ) {
    const token = await findToken();
    const settled = token.ok ? await settle(token.data, leaving) : token;
    const result = token.ok && settled.ok ? await act(token.data, settled.data as StoredAttempt) : settled;
    const connection = result.ok ? "ok" : connectionAfter(result.error, state.getState().connection);
    state.setState({ connection });
    return result;
  }

  /** Finds out the result of an unfinished save by repeating it: the server recognizes its idempotency key. */
  async function settle(token: string, leaving: boolean): Promise<Result<StoredAttempt>> {
    const { unfinished } = draft.store.getState().draft;
    if (!unfinished) return { ok: true, data: undefined };
    const result = await send(token, unfinished, leaving);
    if (result.ok) return { ok: true, data: unfinished };
    if (!isRefused(result.error)) return result;
    draft.refuseSave();
    return { ok: true, data: undefined };
  }

  async function push(token: string, options: PushOptions, stored: StoredAttempt): Promise<Result<unknown>> {
    const result = await pushOnce(token, options, stored);
    if (result.ok || result.error.code !== "REQUIRED_MISSING") return result;
    // the server refused to submit, so save without submitting: nothing is lost
    const saved = await pushOnce(token, { ...options, submit: false }, undefined);
    return saved.ok ? result : saved;
  }

  async function pushOnce(
    token: string,
    options: PushOptions,
    stored: StoredAttempt,
  ): Promise<Result<unknown>> {
    if (stored && isEnough(stored, options.submit)) return { ok: true, data: undefined };
    let result = await sendNew(token, options);
    for (let tries = 1; isConflict(result) && tries < TRIES_MAX; tries++) {
      const merged = await mergeAfterConflict(token, tries);
      if (!merged.ok) return merged;
      result = await sendNew(token, options);
    }
    return result;
  }

  async function sendNew(token: string, { submit, leaving }: PushOptions): Promise<Result<SavedRecord>> {
    const result = await send(token, draft.beginSave(submit, seenAsk()), leaving);
    if (!result.ok && !isUnknown(result.error)) draft.refuseSave();
    return result;
  }

  async function mergeAfterConflict(token: string, tries: number): Promise<Result<unknown>> {
    // wait only after a repeated conflict: another device is saving at the same pace
    if (tries > 1) await wait(WAIT_BETWEEN_TRIES_MS * tries * random());
    return merge(token);
  }

  /** Whether the save that was just repeated has already sent everything. */
  function isEnough(stored: SaveAttempt, submit: boolean): boolean {
    const { record } = draft.store.getState();
    return (stored.submit || !submit) && JSON.stringify(stored.record) === JSON.stringify(record);
  }

  async function send(token: string, attempt: SaveAttempt, keepalive: boolean): Promise<Result<SavedRecord>> {
    const result = await sendAttempt(token, attempt, keepalive);
    if (!result.ok) return result;
    draft.markSynced(attempt, result.data);
    onSaved(result.data.revision);
    hear(result);
    return result;
  }

  async function merge(token: string): Promise<Result<unknown>> {
    const loaded = await loadRecord(token, draft.interview, { withTimes: !draft.isHelpers });
    if (!loaded.ok) return loaded;
    const { synced } = draft.store.getState().draft;
    const isKnown = loaded.data.revision !== undefined && loaded.data.revision === synced?.revision;
    if (!isKnown) onMerged(draft.reconcile(loaded.data));
    hear(loaded);
    return loaded;
  }

  function hear(result: Result<unknown>): void {
    const interviews = interviewsIn(result);
    if (interviews) onInterviews?.(interviews);
  }

  return {
    state,
    save(kind) {
      draft.takeBoxes();
      // shown at once, although a quiet save may have to finish first
      state.setState({ saving: kind });
      return queue(async () => {
        state.setState({ saving: kind });
        const sending = { submit: kind === "submit", leaving: false };
        try {
          return await alone(() => talk(false, (token, stored) => push(token, sending, stored)));
        } finally {
          state.setState({ saving: undefined });
        }
      });
    },
    saveQuietly({ leaving } = { leaving: false }) {
      const sendUnsynced = async (token: string, stored: StoredAttempt): Promise<Result<unknown>> =>
        draft.store.getState().isUnsynced
          ? push(token, { submit: false, leaving }, stored)
          : { ok: true, data: undefined };
      const act = () => talk(leaving, sendUnsynced);
      // a closing page cannot wait for another tab; the record's revision detects conflicting saves
      return queue(() => (leaving ? act() : alone(act)));
    },
    async renew(version, isTime) {
      const act = async (token: string): Promise<Result<boolean>> => {
        const loaded = await loadRecord(token, version.definition, { withTimes: !draft.isHelpers });
        return loaded.ok ? { ok: true, data: isTime() && draft.renew(version, loaded.data) } : loaded;
      };
      // queued, so that no save runs in the meantime
      const result = await queue(() => alone(() => talk(false, act)));
      return result.ok && result.data === true;
    },
    pull: () => queue(() => alone(() => talk(false, merge))),
    markOffline: () => state.setState({ connection: "offline" }),
  };
}

function isConflict(result: Result<unknown>): boolean {
  return !result.ok && result.error.code === "CONFLICT";
}

function sendAttempt(token: string, attempt: SaveAttempt, keepalive: boolean): Promise<Result<SavedRecord>> {
  const { record, submit, ...based } = attempt;
  const request = { data: record, ...(submit && { submit }) };
  return saveRecord(token, { request, ...based, keepalive });
}

/** Whether the server may have stored the save despite the error. */
function isUnknown({ code, status }: CallError): boolean {
  return status === undefined || status >= 500 || code === "PARSE_ERROR" || code === "INVALID_CONTENT_TYPE";
}

/** Whether the server has rejected the save: it conflicts, is too large, or is invalid. */
function isRefused({ status }: CallError): boolean {
  return status === 412 || status === 413 || status === 422;
}

function connectionAfter(error: CallError, before: SyncState["connection"]): SyncState["connection"] {
  // everything is saved; only the submission is not possible yet
  if (error.code === "REQUIRED_MISSING") return "ok";
  // the session has ended, which says nothing about the connection
  if (error.code === "NOT_AUTHENTICATED") return before;
  if (error.status === 401) return "ok";
  return error.status === undefined ? "offline" : "failing";
}

/** Repeats an unfinished save of a closed page before the draft is opened; `unknown` if that fails too. */
export async function settleAttempt(
  token: string,
  attempt: SaveAttempt,
): Promise<{ kind: "saved"; saved: SavedRecord } | { kind: "refused" | "unknown" }> {
  const result = await sendAttempt(token, attempt, false);
  if (result.ok) return { kind: "saved", saved: result.data };
  return { kind: isRefused(result.error) ? "refused" : "unknown" };
}
