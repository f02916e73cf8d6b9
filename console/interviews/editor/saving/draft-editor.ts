import { createStore, type StoreApi } from "zustand/vanilla";
import type { DraftCard, InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import { applyEdit, type InterviewEdit } from "#contract/manage/interview-draft/interview-edit.ts";
import type { ShownDraft } from "#contract/manage/interviews.ts";
import { CallFailure } from "../../../api/call-failure.ts";
import { placeOfCard } from "../outline/outline-moves.ts";
import { type EditHistory, historyOf, redone, undone, withStep } from "./edit-history.ts";
import type { KeptDraft } from "./kept-draft.ts";

/** Whether the draft on the page is saved on the server. */
export type SaveStatus =
  | { state: "saved" | "saving" }
  /** `offline`: the draft is stored on this device only. */
  | { state: "offline" | "failed"; error: Error }
  /** Somebody else has saved a different draft. */
  | { state: "conflict"; theirs: ShownDraft };

export type EditorState = {
  history: EditHistory;
  saving: SaveStatus;
  /** The revision of the draft on the server. */
  revision: string;
};

/** The editor's access to the server and to the device. */
export type EditorPeers = {
  save: (interview: InterviewDraft, revision: string) => Promise<{ revision: string }>;
  read: () => Promise<ShownDraft>;
  /** Stores an unsaved draft on the device; undefined deletes it. */
  keep: (kept: KeptDraft | undefined) => void;
  clock: () => number;
};

export type DraftEditor = ReturnType<typeof createDraftEditor>;

/** How long typing pauses before a save. */
const REST_MS = 1_000;
const AGAIN_MS = 5_000;
/** A draft is stored on the device after this pause in typing, and at least every KEEP_MS during typing. */
const KEEP_REST_MS = 300;
const KEEP_MS = 2_000;

/**
 * Edits one draft. Every step can be undone, and is saved after a pause in typing. A draft that somebody else has
 * changed in the meantime is never overwritten: the author chooses.
 */
export function createDraftEditor(
  shown: ShownDraft,
  peers: EditorPeers,
  {
    restMs = REST_MS,
    againMs = AGAIN_MS,
    kept,
  }: { restMs?: number; againMs?: number; kept?: KeptDraft | undefined } = {},
) {
  const store: StoreApi<EditorState> = createStore<EditorState>(() => ({
    history: historyOf(shown.interview),
    saving: { state: "saved" },
    revision: shown.revision,
  }));
  const { getState, setState } = store;
  /** The draft on the server. */
  let saved = shown.interview;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let keeping: ReturnType<typeof setTimeout> | undefined;
  /** Since when the device lacks the newest changes, in milliseconds. */
  let unkeptSince: number | undefined;
  let running: Promise<void> | undefined;
  /** A draft that was sent without an answer: the server may have it. */
  let unanswered: InterviewDraft | undefined;
  let isStopped = false;

  function put(history: EditHistory): void {
    if (history === getState().history) return;
    setState({ history });
    keepSoon();
    if (getState().saving.state !== "conflict") saveIn(restMs);
  }

  /** Stores the draft with a delay, because writing a long draft would hold up a keystroke. */
  function keepSoon(): void {
    const now = peers.clock();
    unkeptSince ??= now;
    clearTimeout(keeping);
    keeping = setTimeout(keepNow, Math.min(KEEP_REST_MS, Math.max(unkeptSince + KEEP_MS - now, 0)));
  }

  function keepNow(): void {
    clearTimeout(keeping);
    unkeptSince = undefined;
    const { history, revision } = getState();
    peers.keep(history.present === saved ? undefined : { interview: history.present, revision });
  }

  function saveIn(ms: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void save(), ms);
  }

  /** Runs one save at a time, which includes changes made in the meantime. */
  function save(): Promise<void> {
    clearTimeout(timer);
    running ??= saveOnce().finally(() => {
      running = undefined;
    });
    return running;
  }

  async function saveOnce(): Promise<void> {
    while (getState().history.present !== saved && getState().saving.state !== "conflict") {
      const { history, revision } = getState();
      const { present } = history;
      setState({ saving: { state: "saving" } });
      try {
        const answer = await peers.save(present, revision);
        saved = present;
        unanswered = undefined;
        setState({ revision: answer.revision, saving: { state: "saved" } });
        keepNow();
      } catch (error) {
        if (!(await isOwnBefore(error as Error, present))) return;
      }
    }
    if (getState().saving.state === "saving") setState({ saving: { state: "saved" } });
    keepNow();
  }

  /** Whether the conflicting draft is this editor's own, from a save whose answer was lost. Saving then continues. */
  async function isOwnBefore(error: Error, sent: InterviewDraft): Promise<boolean> {
    if (error instanceof CallFailure && error.code === "INTERVIEW_DRAFT_CHANGED") {
      const there = await peers.read().catch(() => undefined);
      const own = there && [sent, unanswered].find((draft) => draft && isSame(draft, there.interview));
      if (own) {
        saved = own;
        setState({ revision: there.revision });
        return true;
      }
      if (there) {
        setState({ saving: { state: "conflict", theirs: there } });
        return false;
      }
    }
    const isOffline = error instanceof CallFailure && error.code === "NETWORK";
    if (isOffline) unanswered = sent;
    setState({ saving: { state: isOffline ? "offline" : "failed", error } });
    saveIn(againMs);
    return false;
  }

  function goOnWith({ interview, revision }: ShownDraft): void {
    saved = interview;
    const history = withStep(getState().history, interview, { at: peers.clock() });
    setState({ revision, saving: { state: "saved" }, history });
    keepNow();
  }

  if (kept && !isSame(kept.interview, shown.interview)) {
    // restores a draft from a page that closed before saving; if the server's draft has changed since, the server
    // refuses and the author chooses
    setState({
      history: withStep(getState().history, kept.interview, { at: peers.clock() }),
      revision: kept.revision,
    });
    saveIn(0);
  } else if (kept) peers.keep(undefined);

  return {
    store,
    /** `field` is the field being typed in. */
    edit(edit: InterviewEdit, field?: string): void {
      const { history } = getState();
      put(withStep(history, applyEdit(history.present, edit), { field, at: peers.clock() }));
    },
    /** Changes properties of a card in its newest state; undefined removes a property. */
    editCard(cardId: string, changes: object, field?: string): void {
      const { history } = getState();
      const card = placeOfCard(history.present, cardId)?.card;
      if (!card) return;
      const parts = Object.entries({ ...card, ...changes }).filter(([, value]) => value !== undefined);
      const edit = { type: "card-changed" as const, card: Object.fromEntries(parts) as DraftCard };
      put(withStep(history, applyEdit(history.present, edit), { field, at: peers.clock() }));
    },
    newest: () => getState().history.present,
    undo: () => put(undone(getState().history)),
    redo: () => put(redone(getState().history)),
    /** Saves now. Resolves to whether everything is saved. */
    async flush(): Promise<boolean> {
      await save();
      await save();
      return getState().saving.state === "saved";
    },
    /** Resolves a conflict by overwriting the other author's draft. */
    keepMine(): Promise<void> {
      const { saving } = getState();
      if (saving.state !== "conflict") return Promise.resolve();
      setState({ revision: saving.theirs.revision, saving: { state: "saved" } });
      return save();
    },
    /** Resolves a conflict by adopting the other author's draft. Undo restores this author's draft. */
    takeTheirs(): void {
      const { saving } = getState();
      if (saving.state === "conflict") goOnWith(saving.theirs);
    },
    /**
     * Checks for a draft that others have saved. If this author has no unsaved changes, the editor adopts that draft,
     * which undo reverts. Resolves to undefined if nothing was adopted.
     */
    async look(): Promise<ShownDraft | undefined> {
      const isAtRest = () =>
        !running && getState().history.present === saved && getState().saving.state === "saved";
      const { revision } = getState();
      const shown = await peers.read();
      if (!isAtRest() || getState().revision !== revision || shown.revision === revision) return undefined;
      goOnWith(shown);
      return shown;
    },
    keepNow,
    /** Resumes saving after `stop`. */
    start(): void {
      isStopped = false;
      if (getState().history.present !== saved) saveIn(0);
    },
    /** Saves one last time, as when the page is left. */
    stop(): Promise<void> {
      isStopped = true;
      keepNow();
      return save();
    },
  };
}

function isSame(one: InterviewDraft, other: InterviewDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
