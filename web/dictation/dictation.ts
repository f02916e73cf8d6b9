import { createStore } from "zustand/vanilla";
import { ANSWER_MAX_LENGTH, DICTATION_SUBMIT_DELAY_MS } from "#contract/limits.ts";
import { createEngine, type RunEnd, type Timers } from "./engine.ts";
import { causeOf, type DictationFailure, verdictOn } from "./failure.ts";
import type { Place } from "./place.ts";
import type { Speech, SpeechResult } from "./recognizer.ts";
import {
  closedSpeaking,
  type Dictated,
  type DictationEnding,
  dictatedBy,
  endingOf,
  hasHeard,
  hearMore,
  newSpeaking,
  type Speaking,
} from "./speaking.ts";
import type { SpeakingPage } from "./speaking-page.ts";

export type DictationState = {
  phase: "idle" | "starting" | "listening" | "stopping" | "failed";
  /** The question whose box is dictated into, or was the last time. */
  questionId: string | undefined;
  /** How the last dictation ended. */
  ending: DictationEnding | undefined;
  /** It will not work on this page any more: another way of speaking is to be offered in its place. */
  isDead: boolean;
  /** Speech stays on the device: that of the run under way, else that of the next one. */
  isOnDevice: boolean;
};

/** The text boxes, as dictation sees them. */
export type Boxes = {
  read(questionId: string): string;
  write(questionId: string, text: string): void;
  /** Makes an answer of what stands in the box; `raw` is the same before it was tidied up, where that differs. */
  submit(questionId: string, raw: string | undefined): void;
};

type Parts = {
  speech: Speech;
  place: Place;
  boxes: Boxes;
  page: SpeakingPage;
  timers: Timers;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Names that the engine would hardly guess. */
  phrases: string[];
};

const RESTART_GAP_MS = 1_000;
/** As long as a recorded take. */
const DICTATION_MAX_MS = 5 * 60_000;
/** Doubtful ends in a row after which an engine is taken as one that does not work here. */
const DOUBTS_MAX = 2;

const IDLE: DictationState = {
  phase: "idle",
  questionId: undefined,
  ending: undefined,
  isDead: false,
  isOnDevice: false,
};

export type Dictation = ReturnType<typeof createDictation>;

/** Speech into one box at a time: one engine a page, whatever is pressed (spec §4, §5; decision 15). */
export function createDictation(parts: Parts) {
  const { boxes, page, place, timers, clock } = parts;
  const store = createStore<DictationState>(() => IDLE);
  const engine = createEngine({ ...parts, findPermission: page.findPermission });
  /** By `isOnDevice`: Chrome's own service refuses the phrases that its engine on the device takes. */
  const takesNoPhrases = new Set<boolean>();
  let speaking: Speaking | undefined;
  /** The answer that is submitted shortly. */
  let pending: Dictated | undefined;
  let doubts = 0;
  let timer: unknown;
  let limitTimer: unknown;

  const isStopping = () => store.getState().phase === "stopping";

  function start(questionId: string): void {
    if (store.getState().isDead || speaking?.questionId === questionId) return;
    take();
    speaking = newSpeaking(questionId, boxes.read(questionId));
    store.setState({ phase: "starting", questionId, ending: undefined });
    limitTimer = timers.setTimeout(stopAtLimit, DICTATION_MAX_MS);
    run(speaking);
    void place.install();
  }

  function run(from: Speaking): void {
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

  /** What has failed on the device is tried in the browser's own way, but not before another press. */
  function bury(cause: DictationFailure): void {
    const { isOnDevice } = store.getState();
    doubts = 0;
    if (isOnDevice) place.giveUpDevice();
    else store.setState({ isDead: true });
    finish(isOnDevice ? "on-device" : cause);
  }

  /** An engine that ends on its own while the client still wants to speak. */
  function mayGoOn(from: Speaking, { code }: RunEnd): boolean {
    if (isStopping() || !page.mayRestart || from.restartsLeft === 0) return false;
    return code === undefined || code === "busy" || (code === "no-speech" && hasHeard(from));
  }

  function restart(from: Speaking): void {
    const resting = closedSpeaking(from);
    speaking = resting;
    const waitMs = Math.max(0, from.startedAt + RESTART_GAP_MS - clock());
    timer = timers.setTimeout(() => {
      if (speaking !== resting) return;
      const canServe = page.isOnline() || place.store.getState().isOnDevice;
      if (page.isVisible() && canServe) run(resting);
      else finish();
    }, waitMs);
  }

  /** What was heard is tidied up, and submitted about 100 ms after the engine's end (spec §4). */
  function finish(cause?: DictationFailure, code?: string): void {
    const done = speaking;
    drop();
    if (!done) return;
    const dictated = dictatedBy(done, boxes.read(done.questionId));
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

  /** Ends at once; what was heard becomes an answer now. */
  function take(): void {
    if (speaking) finish();
    submitPending();
  }

  /** Ends at once; what was heard stays in its box. */
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
  // the microphone goes off with the page; what was said so far is not lost
  const unwatch = page.onHidden(take);
  const close = () => {
    unsubscribe();
    unwatch();
    drop();
  };
  return { store, start, stop, take, close, findPlace: place.find };
}
