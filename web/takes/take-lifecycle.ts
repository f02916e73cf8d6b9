import { questionsOf } from "#contract/interview/interview.ts";
import type { WrittenEntry } from "#contract/interview/kinds/free-answer.ts";
import { TAKE_KEPT_NEVER_NAMED_MS } from "#contract/limits.ts";
import type { DraftState, DraftStore } from "../draft/draft-store.ts";
import { t } from "../translate.ts";
import type { NewToast } from "../ui/feedback/toasts.ts";
import type { TakeDelivery } from "./delivery.ts";
import { durationWords } from "./duration-words.ts";
import type { KeptTake, KeptTakes } from "./kept-takes.ts";

type TakeLifecycleOptions = {
  draft: DraftStore;
  kept: KeptTakes;
  delivery: Pick<TakeDelivery, "add" | "forget">;
  /** Epoch milliseconds. */
  clock: () => number;
  notify: (toast: NewToast) => void;
  /** Makes the server delete what it has of a take; the server refuses if an answer uses the take. */
  dropOnServer: (takeId: string) => Promise<unknown>;
};

/** Longer than usual, because the toast asks the client to read something again. */
const KEPT_NEWS_MS = 10_000;

export type TakeLifecycle = ReturnType<typeof takeLifecycle>;

/**
 * Decides when a take on this device becomes an answer, and when it leaves the device. No take is lost, and each is one
 * answer however many pages find it.
 */
export function takeLifecycle({ draft, kept, delivery, clock, notify, dropOnServer }: TakeLifecycleOptions) {
  /** The takes that the server can play. */
  const playable = new Set<string>();

  /** Adds the take to the draft as an answer and sends its audio. False if there is no room for the answer. */
  function add(id: string): boolean {
    const take = kept.find(id);
    if (!take || !draft.addTake(take)) return false;
    send(id);
    return true;
  }

  function send(id: string): void {
    delivery.add(id);
    void markAnswer(id);
  }

  /** Waits until the journal has the answer: after a crash before that, the take is added again under the same id. */
  async function markAnswer(id: string): Promise<void> {
    await draft.journal?.flush();
    kept.change(id, { isAnswer: true });
  }

  async function adopt(take: KeptTake): Promise<void> {
    const isInDraft = answerIds(draft.store.getState()).has(take.id);
    const isForgotten = clock() - Date.parse(take.startedAt) > TAKE_KEPT_NEVER_NAMED_MS;
    if (isInDraft) send(take.id);
    else if (!take.isAnswer && add(take.id)) tellKept(take);
    // an answer of another page, or a deleted one; the server keeps unused takes for the same time
    else if (take.isAnswer && isForgotten) await kept.erase(take.id);
    else kept.leave(take.id);
  }

  function tellKept({ questionId, durationMs }: KeptTake): void {
    const question = questionsOf(draft.interview).find(({ id }) => id === questionId)?.title ?? "";
    const title = t("take.kept.title", { duration: durationWords(durationMs) });
    notify({ type: "info", title, message: t("take.kept.text", { question }), duration: KEPT_NEWS_MS });
  }

  async function discard(id: string): Promise<void> {
    delivery.forget(id);
    await kept.erase(id);
    await dropOnServer(id);
  }

  /** Deletes the device's copy once the server can play the take, or once the answer is deleted for good. */
  function tidy(): void {
    const state = draft.store.getState();
    const given = answerIds(state);
    const saved = savedIds(state);
    const restorable = new Set(state.draft.deleted.map(({ answer }) => answer.id));
    for (const { id, isAnswer } of kept.owned()) {
      if (!isAnswer || restorable.has(id)) continue;
      if (given.has(id) && saved.has(id) && playable.has(id)) void kept.erase(id);
      if (!given.has(id) && !saved.has(id)) void discard(id);
    }
  }

  return {
    add,
    tidy,

    /** Continues with the takes of closed pages on this device; a take that no draft has yet becomes an answer. */
    async adoptAll(): Promise<void> {
      for (const take of await kept.claimAll()) await adopt(take);
    },

    /** Claims and sends an answer's audio if a page that has closed since left it on this device. */
    async takeOver(id: string): Promise<void> {
      if (await kept.claim(id)) send(id);
    },

    markPlayable(id: string): void {
      playable.add(id);
      tidy();
    },
  };
}

export function answerIds({ draft }: Pick<DraftState, "draft">): Set<string> {
  const answers = Object.values(draft.answers.written).flat();
  return new Set(answers.map(({ id }) => id));
}

/** The answers that the server is known to have. */
function savedIds({ draft }: Pick<DraftState, "draft">): Set<string> {
  const entries = Object.values(draft.synced?.record ?? {});
  const written = entries.filter((entry): entry is WrittenEntry => "responses" in entry);
  return new Set(written.flatMap(({ responses }) => responses.map(({ id }) => id)));
}
