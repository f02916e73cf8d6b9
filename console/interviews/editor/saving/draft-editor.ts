import { createStore, type StoreApi } from "zustand/vanilla";
import type { DraftCard, InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import { applyEdit, type InterviewEdit } from "#contract/manage/interview-draft/interview-edit.ts";
import type { ShownDraft } from "#contract/manage/interviews.ts";
import { CallFailure } from "../../../api/call-failure.ts";
import { placeOfCard } from "../outline/outline-moves.ts";
import { type EditHistory, historyOf, redone, undone, withStep } from "./edit-history.ts";
import type { KeptDraft } from "./kept-draft.ts";

/** Whether what is on the page is on the server too. */
export type Saving =
  | { state: "saved" | "saving" }
  /** `offline`: it is kept on this device. */
  | { state: "offline" | "failed"; error: Error }
  /** Somebody else has saved another draft. */
  | { state: "conflict"; theirs: ShownDraft };

export type EditorState = {
  history: EditHistory;
  saving: Saving;
  /** Of the draft that is on the server. */
  revision: string;
};

/** What the editor asks of the server and of the device. */
export type EditorPeers = {
  save: (interview: InterviewDraft, revision: string) => Promise<{ revision: string }>;
  read: () => Promise<ShownDraft>;
  /** Keeps what is not saved yet on the device; undefined forgets it. */
  keep: (kept: KeptDraft | undefined) => void;
  clock: () => number;
};

export type DraftEditor = ReturnType<typeof createDraftEditor>;

/** What is typed rests so long before it is saved. */
const REST_MS = 1_000;
const AGAIN_MS = 5_000;
/** A draft is on the device once typing has rested for so long, and while it goes on every two seconds. */
const KEEP_REST_MS = 300;
const KEEP_MS = 2_000;

/**
 * One draft while it is edited: every step can be undone, and is saved once nothing has been typed for a second. A draft
 * that somebody else has changed meanwhile is never overwritten: the author chooses.
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
  /** What the server has. */
  let saved = shown.interview;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let keeping: ReturnType<typeof setTimeout> | undefined;
  /** Since when something is not on the device. */
  let unkeptSince: number | undefined;
  let running: Promise<void> | undefined;
  /** A draft that was sent and whose answer did not come: the server may have it. */
  let unanswered: InterviewDraft | undefined;
  let isStopped = false;

  function put(history: EditHistory): void {
    if (history === getState().history) return;
    setState({ history });
    keepSoon();
    if (getState().saving.state !== "conflict") saveIn(restMs);
  }

  /** A draft may be long, and writing it would hold up a key. */
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

  /** One save at a time; what is typed meanwhile follows. */
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

  /** Whether the draft that stands in the way is one's own, of a save whose answer did not come: then saving goes on. */
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
    // a page that closed before it could save; where the draft is another by now, the server refuses and the author chooses
    setState({
      history: withStep(getState().history, kept.interview, { at: peers.clock() }),
      revision: kept.revision,
    });
    saveIn(0);
  } else if (kept) peers.keep(undefined);

  return {
    store,
    /** `field`: of what was typed. */
    edit(edit: InterviewEdit, field?: string): void {
      const { history } = getState();
      put(withStep(history, applyEdit(history.present, edit), { field, at: peers.clock() }));
    },
    /** Changes fields of a card as it is now; undefined takes one away. */
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
    /** Saves at once. Whether all is saved then. */
    async flush(): Promise<boolean> {
      await save();
      await save();
      return getState().saving.state === "saved";
    },
    /** Saves one's own draft over theirs. */
    keepMine(): Promise<void> {
      const { saving } = getState();
      if (saving.state !== "conflict") return Promise.resolve();
      setState({ revision: saving.theirs.revision, saving: { state: "saved" } });
      return save();
    },
    /** Goes on with theirs; undo brings one's own back. */
    takeTheirs(): void {
      const { saving } = getState();
      if (saving.state === "conflict") goOnWith(saving.theirs);
    },
    /**
     * Looks what others have saved meanwhile. Where nothing of one's own waits, the editor goes on with that, and undo takes
     * it back. Undefined where nothing has changed.
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
    /** Goes on after `stop`. */
    start(): void {
      isStopped = false;
      if (getState().history.present !== saved) saveIn(0);
    },
    /** Saves once more and no more after it, as when the page is left. */
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
