import { createStore } from "zustand/vanilla";
import type { Take, TakeState } from "#contract/api/calls.ts";
import { isBlank } from "#contract/text.ts";
import type { Result } from "../api/result.ts";
import { loadTake } from "../api/takes-api.ts";
import type { Timers } from "../draft/journal.ts";

/**
 * What the server has reported about a take. `elsewhere`: the server does not know the take, so another device has it.
 */
export type TranscriptOutcome = TakeState | "elsewhere";
export type TranscriptOutcomes = { [takeId: string]: TranscriptOutcome };

/** After these outcomes, nothing more arrives automatically. */
const FINAL: TranscriptOutcome[] = ["transcribed", "silent", "not-transcribed", "failed", "refused"];
/** A short take is transcribed in about a second. */
const ASK_FIRST_MS = 1_000;
const ASK_MAX_MS = 30_000;

type AwaitTranscriptsOptions = {
  findToken: () => Promise<Result<string>>;
  timers: Timers;
  /** Ids of answers that have no transcript yet and that this page is not sending. */
  pending: () => string[];
  /** Whether the page is visible; a hidden page does not ask. */
  isSeen: () => boolean;
  onTake: (take: Take) => void;
  /** Called if the audio may be on this device, left by a closed page. */
  onElsewhere: (takeId: string) => void;
};

/** Asks for the transcripts of recorded answers until they arrive, less and less often. */
export function awaitTranscripts(options: AwaitTranscriptsOptions) {
  const { findToken, timers, pending, isSeen, onTake, onElsewhere } = options;
  const store = createStore<TranscriptOutcomes>(() => ({}));
  let timer: unknown;
  let waitMs = ASK_FIRST_MS;
  let isAsking = false;
  let isStopped = false;
  let known = new Set<string>();

  const open = () => pending().filter((id) => !FINAL.includes(store.getState()[id] ?? "receiving"));

  function schedule(): void {
    timers.clearTimeout(timer);
    if (isStopped || isAsking || !isSeen() || open().length === 0) return;
    timer = timers.setTimeout(() => void ask(), waitMs);
    waitMs = Math.min(ASK_MAX_MS, waitMs * 1.5);
  }

  async function ask(): Promise<void> {
    isAsking = true;
    const token = await findToken();
    if (token.ok) for (const id of open()) if (!(await askFor(token.data, id))) break;
    isAsking = false;
    schedule();
  }

  /** Asks for one take. False if there is no point in asking for the others now. */
  async function askFor(token: string, id: string): Promise<boolean> {
    const loaded = await loadTake(token, id);
    if (isStopped || !loaded.ok) return false;
    if (loaded.data) tell(loaded.data);
    else {
      store.setState({ [id]: "elsewhere" });
      onElsewhere(id);
    }
    return true;
  }

  function tell(take: Take): void {
    // an engine that heard nothing may say so with an empty text
    const isEmpty = take.state === "transcribed" && isBlank(take.transcript ?? "");
    store.setState({ [take.takeId]: isEmpty ? "silent" : take.state });
    if (take.state === "receiving") onElsewhere(take.takeId);
    onTake(take);
  }

  return {
    store,
    tell,
    /** Call this after a change: new takes are asked for soon. */
    look(): void {
      const ids = open();
      if (ids.some((id) => !known.has(id))) waitMs = ASK_FIRST_MS;
      else if (ids.length === known.size) return;
      known = new Set(ids);
      schedule();
    },
    /** Asks soon again: the client is back, or wants the take `id` tried once more. */
    again(id?: string): void {
      if (id !== undefined) store.setState({ [id]: "queued" });
      waitMs = ASK_FIRST_MS;
      schedule();
    },
    stop(): void {
      isStopped = true;
      timers.clearTimeout(timer);
    },
  };
}
