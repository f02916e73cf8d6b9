import { createStore, type StoreApi } from "zustand/vanilla";
import type { SavedFollowUpDraft } from "#contract/manage/drafts.ts";
import { CallFailure } from "../../api/call-failure.ts";

/** Identifies a draft: the manager who writes it, the client, and the question. */
export type FollowUpDraftName = { managerId: string; clientId: string; questionId: string };

/** A follow-up that is being written. */
export type FollowUpDraft = {
  text: string;
  /** The text stored on the server; empty if no draft is stored. */
  stored: string;
  /** Identifies the server's version; null if no draft is stored. */
  readAt: string | null;
  /** What another device saved while text was typed here; empty if nothing. */
  theirs: string;
  hasFailed: boolean;
};

export type DraftCalls = {
  list(clientId: string): Promise<{ drafts: SavedFollowUpDraft[] }>;
  save(
    name: FollowUpDraftName,
    body: { text: string; readAt: string | null },
  ): Promise<{ changedAt: string }>;
  delete(name: FollowUpDraftName): Promise<unknown>;
};

type Drafts = ReadonlyMap<string, FollowUpDraft>;
export type FollowUpDrafts = ReturnType<typeof createFollowUpDrafts>;

const SAVE_AFTER_MS = 1_000;
/** If two devices keep changing a draft, saving stops after these tries until the next keystroke. */
const TRIES = 3;
const NONE: FollowUpDraft = { text: "", stored: "", readAt: null, theirs: "", hasFailed: false };

/** Drafts are saved on the server after a pause in typing. Unsaved text is never replaced. */
export function createFollowUpDrafts(calls: DraftCalls) {
  const store: StoreApi<Drafts> = createStore<Drafts>(() => new Map());
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const saving = new Map<string, Promise<void>>();
  /** Keys of drafts that are being sent to the client. */
  const held = new Set<string>();
  /** The value of `acts` when each draft was last saved or sent. A list requested before that is out of date. */
  const settled = new Map<string, number>();
  let acts = 0;

  /** Resolves to the draft's next `readAt`. */
  async function write(
    name: FollowUpDraftName,
    body: { text: string; readAt: string | null },
  ): Promise<string | null> {
    if (body.text !== "") return (await calls.save(name, body)).changedAt;
    await calls.delete(name);
    return null;
  }

  const at = (name: FollowUpDraftName) => draftAt(store.getState(), name);

  function put(name: FollowUpDraftName, change: Partial<FollowUpDraft>): void {
    const draft = { ...at(name), ...change };
    const next = new Map(store.getState());
    if (draft.text === "" && draft.stored === "" && draft.theirs === "") next.delete(keyOf(name));
    else next.set(keyOf(name), draft);
    store.setState(next, true);
  }

  function saveLater(name: FollowUpDraftName): void {
    const key = keyOf(name);
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => void saveNow(name), SAVE_AFTER_MS),
    );
  }

  /** Runs one save at a time for each draft. */
  function saveNow(name: FollowUpDraftName): Promise<void> {
    const key = keyOf(name);
    clearTimeout(timers.get(key));
    const running = saving.get(key);
    const saved = running ? running.then(() => saveChanges(name)) : saveChanges(name);
    const over = saved.finally(() => {
      if (saving.get(key) === over) saving.delete(key);
    });
    saving.set(key, over);
    return over;
  }

  async function saveChanges(name: FollowUpDraftName): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) if (await saveOnce(name)) return;
  }

  /** Resolves to false if another device saved first. The draft then holds that device's version. */
  async function saveOnce(name: FollowUpDraftName): Promise<boolean> {
    const { text, stored, readAt } = at(name);
    if (text === stored || held.has(keyOf(name))) return true;
    try {
      const changedAt = await write(name, { text, readAt });
      settled.set(keyOf(name), ++acts);
      put(name, { stored: text, readAt: changedAt, hasFailed: false });
      return true;
    } catch (error) {
      const newest = isChangedElsewhere(error)
        ? await calls.list(name.clientId).catch(() => undefined)
        : undefined;
      if (!newest) {
        put(name, { hasFailed: true });
        return true;
      }
      receiveOne(
        name,
        newest.drafts.find(({ questionId }) => questionId === name.questionId),
      );
      return false;
    }
  }

  function receiveOne(name: FollowUpDraftName, found: SavedFollowUpDraft | undefined): void {
    const { text, stored, readAt } = at(name);
    const { text: theirs, changedAt } = found ?? { text: "", changedAt: null };
    if (changedAt === readAt) return;
    const isTyping = text !== stored;
    put(name, {
      stored: theirs,
      readAt: changedAt,
      ...(isTyping ? theirs !== text && theirs !== "" && { theirs } : { text: theirs }),
    });
  }

  return {
    store,

    type(name: FollowUpDraftName, text: string): void {
      put(name, { text });
      saveLater(name);
    },

    discard(name: FollowUpDraftName): void {
      put(name, { text: "", theirs: "" });
      void saveNow(name);
    },

    /** Replaces the text here with the text that another device saved. */
    takeTheirs(name: FollowUpDraftName): void {
      put(name, { text: at(name).theirs, theirs: "" });
      saveLater(name);
    },

    /** Reads the server's drafts, and retries failed saves. */
    async read(owner: Omit<FollowUpDraftName, "questionId">): Promise<{ drafts: SavedFollowUpDraft[] }> {
      const asOf = acts;
      const answer = await calls.list(owner.clientId);
      const known = namesOf(store.getState(), owner).map(({ questionId }) => questionId);
      for (const questionId of new Set([...known, ...answer.drafts.map((draft) => draft.questionId)])) {
        const name = { ...owner, questionId };
        const key = keyOf(name);
        if (held.has(key) || saving.has(key) || (settled.get(key) ?? 0) > asOf) continue;
        receiveOne(
          name,
          answer.drafts.find((draft) => draft.questionId === questionId),
        );
        if (at(name).hasFailed) void saveNow(name);
      }
      return answer;
    },

    saveAll(owner: Omit<FollowUpDraftName, "questionId">): void {
      for (const name of namesOf(store.getState(), owner)) void saveNow(name);
    },

    /** Stops saving until `sent` or `release`: the server deletes the draft when the follow-up is sent. */
    async hold(name: FollowUpDraftName): Promise<void> {
      held.add(keyOf(name));
      await saving.get(keyOf(name));
    },

    release(name: FollowUpDraftName): void {
      held.delete(keyOf(name));
      saveLater(name);
    },

    /** Removes the sent text from the draft. Returns the text typed since, which stays. */
    sent(name: FollowUpDraftName, sent: string): string {
      const { text } = at(name);
      const left = text.startsWith(sent) ? text.slice(sent.length) : text;
      held.delete(keyOf(name));
      settled.set(keyOf(name), ++acts);
      put(name, { ...NONE, text: left });
      if (left !== "") saveLater(name);
      return left;
    },
  };
}

export function draftAt(drafts: Drafts, name: FollowUpDraftName): FollowUpDraft {
  return drafts.get(keyOf(name)) ?? NONE;
}

/** Whether any draft has unsaved text after a failed save. */
export function hasFailedDrafts(drafts: Drafts): boolean {
  return [...drafts.values()].some(({ hasFailed, text, stored }) => hasFailed && text !== stored);
}

function namesOf(
  drafts: Drafts,
  { managerId, clientId }: Omit<FollowUpDraftName, "questionId">,
): FollowUpDraftName[] {
  const start = keyOf({ managerId, clientId, questionId: "" });
  return [...drafts.keys()]
    .filter((key) => key.startsWith(start))
    .map((key) => ({ managerId, clientId, questionId: key.slice(start.length) }));
}

function keyOf({ managerId, clientId, questionId }: FollowUpDraftName): string {
  return `${managerId} ${clientId} ${questionId}`;
}

function isChangedElsewhere(error: unknown): boolean {
  return error instanceof CallFailure && error.code === "DRAFT_CHANGED";
}
