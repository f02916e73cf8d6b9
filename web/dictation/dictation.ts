import { createStore } from "zustand/vanilla";
import { ANSWER_MAX_LENGTH, DICTATION_SUBMIT_DELAY_MS } from "#contract/limits.ts";
import {
  type ActiveDictation,
  type DictatedText,
  type DictationEnding,
  dictatedText,
  endingOf,
  hasHeard,
  hearMore,
  newActiveDictation,
  withRunClosed,
} from "./active-dictation.ts";
import type { DictationPage } from "./dictation-page.ts";
import { createEngine, type RunEnd, type Timers } from "./engine.ts";
import { causeOf, type DictationFailure, verdictOn } from "./failure.ts";
import type { OnDeviceRecognition } from "./on-device-recognition.ts";
import type { Speech, SpeechResult } from "./recognizer.ts";

export type DictationState = {
  phase: "idle" | "starting" | "listening" | "stopping" | "failed";
  /** The question of the current dictation, or else of the last one. */
  questionId: string | undefined;
  /** How the last dictation ended. */
  ending: DictationEnding | undefined;
  /** Dictation no longer works on this page, so another way of speaking is offered instead. */
  isDead: boolean;
  /** Whether speech stays on the device: in the current run, or else in the next one. */
  isOnDevice: boolean;
};

/** What dictation needs to do with the text boxes. */
export type Boxes = {
  read(questionId: string): string;
  write(questionId: string, text: string): void;
  /** Turns the box's text into an answer. `raw` is the text before it was tidied, if that differs. */
  submit(questionId: string, raw: string | undefined): void;
};

type CreateDictationOptions = {
  speech: Speech;
  place: OnDeviceRecognition;
  boxes: Boxes;
  page: DictationPage;
  timers: Timers;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Names that the engine is unlikely to recognize otherwise. */
  phrases: string[];
};

const RESTART_GAP_MS = 1_000;
/** The same limit as for a recorded take. */
const DICTATION_MAX_MS = 5 * 60_000;
/** After this many doubtful ends in a row, the engine counts as not working here. */
const DOUBTS_MAX = 2;

const IDLE: DictationState = {
  phase: "idle",
  questionId: undefined,
  ending: undefined,
  isDead: false,
  isOnDevice: false,
};

export type Dictation = ReturnType<typeof createDictation>;

/** Dictates into one box at a time, with one engine per page (spec §4, §5; docs/decisions/0015-dictation.md). */
export function createDictation(parts: CreateDictationOptions) {
  const { boxes, page, place, timers, clock } = parts;
  const store = createStore<DictationState>(() => IDLE);
  const engine = createEngine({ ...parts, findPermission: page.findPermission });
  /** The `isOnDevice` values whose engine refuses phrases: Chrome's service does, but not its on-device engine. */
  const takesNoPhrases = new Set<boolean>();
  let speaking: ActiveDictation | undefined;
  /** The dictated answer that waits for its submit delay. */
  let pending: DictatedText | undefined;
  let doubts = 0;
  let timer: unknown;
  let limitTimer: unknown;

  const isStopping = () => store.getState().phase === "stopping";

  function start(questionId: string): void {
    if (store.getState().isDead || speaking?.questionId === questionId) return;
    take();
    speaking = newActiveDictation(questionId, boxes.read(questionId));
    store.setState({ phase: "starting", questionId, ending: undefined });
    limitTimer = timers.setTimeout(stopAtLimit, DICTATION_MAX_MS);
    run(speaking);
    void place.install();
  }

  function run(from: ActiveDictation): void {
    speaking = { ...from, startedAt: clock() };
    const { isOnDevice } = place.store.getState();
    const phrases = takesNoPhrases.has(isOnDevice) ? [] : parts.phrases;
    store.setState({ isOnDevice });
    engine.start(
      { isOnDevice, phrases },
      {
        onListening() {
          if (store.getState().phase === "starting") store.setState({ phase: "listening" });
        },
        onResults: hear,
        onEnd: (end) => onRunEnd(end, phrases),
      },
    );
  }

  function hear(results: SpeechResult[]): void {
    if (!speaking) return;
    doubts = 0;
    if (boxes.read(speaking.questionId) !== speaking.written) {
      drop();
      return;
    }
    speaking = hearMore(speaking, results, clock());
    boxes.write(speaking.questionId, speaking.written);
    if (speaking.written.length === ANSWER_MAX_LENGTH) stop();
  }

  function onRunEnd(end: RunEnd, phrases: string[]): void {
    if (!speaking) return;
    if (end.code === "phrases-not-supported" && phrases.length > 0 && !isStopping()) {
      takesNoPhrases.add(store.getState().isOnDevice);
      run(speaking);
      return;
    }
    const cause = causeOf(end, page.isOnline());
    const verdict = verdictOn(cause, end);
    if (verdict === "doubtful") doubts += 1;
    if (verdict === "dead" || doubts === DOUBTS_MAX) bury(cause ?? "no-answer");
    else if (mayGoOn(speaking, end)) restart(speaking);
    else finish(cause, end.code);
  }

  /**
   * After a failure on the device, the next press uses the browser's own way. After a failure there, dictation is dead.
   */
  function bury(cause: DictationFailure): void {
    const { isOnDevice } = store.getState();
    doubts = 0;
    if (isOnDevice) place.giveUpDevice();
    else store.setState({ isDead: true });
    finish(isOnDevice ? "on-device" : cause);
  }

  /** Whether to restart an engine that ended on its own while the client still wants to speak. */
  function mayGoOn(from: ActiveDictation, { code }: RunEnd): boolean {
    if (isStopping() || !page.mayRestart || from.restartsLeft === 0) return false;
    return code === undefined || code === "busy" || (code === "no-speech" && hasHeard(from));
  }

  function restart(from: ActiveDictation): void {
    const resting = withRunClosed(from);
    speaking = resting;
    const waitMs = Math.max(0, from.startedAt + RESTART_GAP_MS - clock());
    timer = timers.setTimeout(() => {
      if (speaking !== resting) return;
      const canServe = page.isOnline() || place.store.getState().isOnDevice;
      if (page.isVisible() && canServe) run(resting);
      else finish();
    }, waitMs);
  }

  /** Tidies what was heard, and submits it about 100 ms after the engine's end (spec §4). */
  function finish(cause?: DictationFailure, code?: string): void {
    const done = speaking;
    drop();
    if (!done) return;
    const dictated = dictatedText(done, boxes.read(done.questionId));
    if (dictated) {
      boxes.write(dictated.questionId, dictated.text);
      pending = dictated;
      timer = timers.setTimeout(submitPending, DICTATION_SUBMIT_DELAY_MS);
    }
    store.setState({ phase: cause ? "failed" : "idle", ending: endingOf(done, { dictated, cause, code }) });
  }

  function submitPending(): void {
    timers.clearTimeout(timer);
    const due = pending;
    pending = undefined;
    if (due && boxes.read(due.questionId) === due.text) boxes.submit(due.questionId, due.raw);
  }

  function stop(): void {
    if (!speaking || isStopping()) return;
    store.setState({ phase: "stopping" });
    if (engine.isRunning()) engine.stop();
    else finish();
  }

  function stopAtLimit(): void {
    if (speaking) speaking = { ...speaking, isOverLimit: true };
    stop();
  }

  /** Ends at once and turns what was heard into an answer now. */
  function take(): void {
    if (speaking) finish();
    submitPending();
  }

  /** Ends at once and leaves what was heard in its box. */
  function drop(): void {
    timers.clearTimeout(timer);
    timers.clearTimeout(limitTimer);
    engine.abort();
    speaking = undefined;
    store.setState({ phase: "idle", ...place.store.getState() });
  }

  const unsubscribe = place.store.subscribe((next) => {
    if (!speaking) store.setState(next);
  });
  // hiding the page turns the microphone off; what was said so far becomes an answer
  const unwatch = page.onHidden(take);
  const close = () => {
    unsubscribe();
    unwatch();
    drop();
  };
  return { store, start, stop, take, close, findPlace: place.find };
}
