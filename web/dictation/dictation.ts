import { createStore } from "zustand/vanilla";
import { ANSWER_MAX_LENGTH, DICTATION_STOP_LIMIT_MS, DICTATION_SUBMIT_DELAY_MS } from "#contract/limits.ts";
import type { Recogniser, StartRecogniser } from "./recogniser.ts";

/** Why dictation ended by itself, as far as a client can do something about it. */
export type DictationFailure = "not-allowed" | "audio-capture" | "network" | "other";

export type DictationState = {
  /** The question whose box is being dictated into. */
  questionId: string | undefined;
  phase: "idle" | "listening" | "stopping";
  failure: { questionId: string; cause: DictationFailure } | undefined;
};

/** The text boxes, as dictation sees them. */
export type Boxes = {
  read(questionId: string): string;
  write(questionId: string, text: string): void;
  /** Makes an answer of what stands in the box. */
  submit(questionId: string): void;
};

type Timers = { setTimeout(run: () => void, afterMs: number): unknown; clearTimeout(timer: unknown): void };

const IDLE: Omit<DictationState, "failure"> = { questionId: undefined, phase: "idle" };
/** Silence and our own stopping are no failures. */
const NO_FAILURE = ["no-speech", "aborted"];

export type Dictation = ReturnType<typeof createDictation>;

/** Speech into one box at a time: one engine a page, whatever is pressed (spec §4, §5). */
export function createDictation(startRecogniser: StartRecogniser, boxes: Boxes, timers: Timers) {
  const store = createStore<DictationState>(() => ({ ...IDLE, failure: undefined }));
  let engine: Recogniser | undefined;
  let timer: unknown;
  /** What the box held before, and what dictation wrote last: anything else there was written by somebody else. */
  let before = "";
  let written = "";

  function start(questionId: string): void {
    const hasHeard = boxes.read(store.getState().questionId ?? "") !== before;
    const previous = cancel();
    if (previous !== undefined && previous !== questionId && hasHeard) boxes.submit(previous);
    before = boxes.read(questionId);
    written = before;
    store.setState({ questionId, phase: "listening", failure: undefined });
    try {
      engine = startRecogniser({
        onText: (text) => hear(questionId, text),
        onError: (code) => fail(questionId, code),
        onEnd: () => finish(questionId),
      });
    } catch {
      // the engine is still busy with an earlier run
      fail(questionId, "other");
      finish(questionId);
    }
  }

  function hear(questionId: string, text: string): void {
    if (boxes.read(questionId) !== written) {
      cancel();
      return;
    }
    written = [before.trimEnd(), text].filter(Boolean).join(" ").slice(0, ANSWER_MAX_LENGTH);
    boxes.write(questionId, written);
    if (written.length === ANSWER_MAX_LENGTH) stop();
  }

  function fail(questionId: string, code: string): void {
    if (NO_FAILURE.includes(code)) return;
    store.setState({ failure: { questionId, cause: causeOf(code) } });
  }

  /** spec §4: the text is submitted about 100 ms after the stop; it is counted from the engine's end. */
  function finish(questionId: string): void {
    engine?.abort();
    engine = undefined;
    store.setState(IDLE);
    timers.clearTimeout(timer);
    const heard = written;
    // what was only typed before stays in its box
    if (heard === before) return;
    timer = timers.setTimeout(() => {
      if (boxes.read(questionId) === heard) boxes.submit(questionId);
    }, DICTATION_SUBMIT_DELAY_MS);
  }

  /** An engine that does not answer the stop is taken as ended. */
  function stop(): void {
    const { questionId, phase } = store.getState();
    if (phase !== "listening" || questionId === undefined) return;
    store.setState({ phase: "stopping" });
    timer = timers.setTimeout(() => finish(questionId), DICTATION_STOP_LIMIT_MS);
    engine?.stop();
  }

  /** Stops at once; what was heard stays in the box, whose question is returned. */
  function cancel(): string | undefined {
    timers.clearTimeout(timer);
    engine?.abort();
    engine = undefined;
    const { questionId } = store.getState();
    if (questionId !== undefined) store.setState(IDLE);
    return questionId;
  }

  return { store, start, stop, cancel };
}

function causeOf(code: string): DictationFailure {
  if (code === "not-allowed" || code === "service-not-allowed") return "not-allowed";
  return code === "audio-capture" || code === "network" ? code : "other";
}
