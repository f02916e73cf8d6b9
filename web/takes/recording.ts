import { createStore } from "zustand/vanilla";
import {
  TAKE_DURATION_TOLERANCE_MS,
  TAKE_MAX_BYTES,
  TAKE_MAX_DURATION_MS,
  TAKE_STOP_LIMIT_MS,
  TAKE_WARNING_MS,
} from "#contract/limits.ts";
import type { Timers } from "../draft/journal.ts";
import type { Microphone, MicrophoneFailure, OpenMicrophone } from "./recorder.ts";

/** `empty`: the recorder delivered no audio. `no-room`: the question cannot hold another answer. */
export type RecordingFailure = MicrophoneFailure | "empty" | "no-room";

export type RecordingState = {
  /** The question that is being answered. */
  questionId: string | undefined;
  phase: "idle" | "starting" | "recording" | "stopping";
  /** The length of the take in whole seconds. */
  seconds: number;
  /** The input level, 0 to 1; undefined if the browser cannot measure it. */
  level: number | undefined;
  /** True once 5 seconds have passed without any speech in the take. */
  isUnheard: boolean;
  failure: { questionId: string; cause: RecordingFailure } | undefined;
};

/** `startedAt` is in epoch milliseconds. */
export type BegunTake = { id: string; questionId: string; startedAt: number };
export type EndedTake = { id: string; durationMs: number; isSilent: boolean };

/** Where the recorded audio goes. */
export type Tape = {
  begin(take: BegunTake): void;
  add(id: string, chunk: Blob, mimeType: string): void;
  /** The take is complete and becomes an answer; returns false if it cannot. */
  end(take: EndedTake): boolean;
  /** The take is dropped. */
  drop(id: string): void;
};

type CreateRecordingOptions = {
  openMicrophone: OpenMicrophone;
  tape: Tape;
  timers: Timers;
  /** Epoch milliseconds. */
  clock: () => number;
  newId: () => string;
  /** Stops any other listener first, because on phones only one can use the microphone. */
  silenceOthers: () => void;
};

type RunningTake = BegunTake & {
  bytes: number;
  isOver: boolean;
  /** Whether the take is dropped at its end instead of becoming an answer. */
  isDiscarded: boolean;
  /** When speech was last heard, in epoch milliseconds. */
  heardAt: number | undefined;
  isMeasured: boolean;
  stoppedAt: number | undefined;
  stop: () => void;
  ended: PromiseWithResolvers<void>;
  limit: unknown;
};

const IDLE = {
  questionId: undefined,
  phase: "idle",
  seconds: 0,
  level: undefined,
  isUnheard: false,
} as const;
const LOOK_EVERY_MS = 100;
/** Below this level there is no speech: the microphone is muted, or the room is empty. */
export const HEARD_LEVEL = 0.01;
const UNHEARD_AFTER_MS = 5_000;
/** Some browsers exceed the requested bit rate, so bytes are limited too. The rest is for the last piece. */
const BYTES_MAX = 0.95 * TAKE_MAX_BYTES;

/** A state machine that records one take at a time, whatever is pressed. */
export function createRecording(options: CreateRecordingOptions) {
  const { openMicrophone, tape, timers, clock, newId, silenceOthers } = options;
  const store = createStore<RecordingState>(() => ({ ...IDLE, failure: undefined }));
  const ending = new Set<Promise<void>>();
  let microphone: Microphone | undefined;
  let current: RunningTake | undefined;
  let looking: unknown;
  /** The number of the current run; results of earlier runs are ignored. */
  let runs = 0;

  async function start(questionId: string): Promise<void> {
    const { phase } = store.getState();
    if (phase === "starting") return;
    const run = ++runs;
    if (phase !== "idle") await finishRunning();
    if (run !== runs) return;
    silenceOthers();
    store.setState({ ...IDLE, questionId, phase: "starting", failure: undefined });
    const opened = await openMicrophone(() => void (run === runs && stop()));
    if (run !== runs) {
      if (opened.ok) opened.microphone.close();
    } else if (opened.ok) {
      microphone = opened.microphone;
      begin(questionId);
    } else {
      rest();
      fail(questionId, opened.cause);
    }
  }

  function begin(questionId: string): void {
    const take: RunningTake = {
      id: newId(),
      questionId,
      startedAt: clock(),
      bytes: 0,
      isOver: false,
      isDiscarded: false,
      heardAt: undefined,
      isMeasured: false,
      stoppedAt: undefined,
      stop: () => undefined,
      ended: Promise.withResolvers(),
      limit: undefined,
    };
    tape.begin(take);
    const stopTake = microphone?.record({
      onChunk(chunk, mimeType) {
        // a recorder that exceeded its stop limit may still send pieces, when its take is already on its way
        if (take.isOver) return;
        take.bytes += chunk.size;
        tape.add(take.id, chunk, mimeType);
      },
      onEnd: () => endTake(take),
    });
    if (!stopTake) {
      rest();
      tape.drop(take.id);
      fail(questionId, "not-supported");
      return;
    }
    take.stop = stopTake;
    current = take;
    store.setState({ questionId, phase: "recording", seconds: 0, isUnheard: false });
    look();
  }

  function look(): void {
    const take = current;
    if (!take || !microphone) return;
    const level = microphone.level();
    const now = clock();
    if (level !== undefined) take.isMeasured = true;
    if (level !== undefined && level >= HEARD_LEVEL) take.heardAt = now;
    const durationMs = now - take.startedAt;
    const isUnheard = take.isMeasured && take.heardAt === undefined && durationMs >= UNHEARD_AFTER_MS;
    store.setState({ level, isUnheard, seconds: Math.floor(durationMs / 1_000) });
    if (durationMs >= TAKE_MAX_DURATION_MS || take.bytes >= BYTES_MAX) goOn(take);
    else looking = timers.setTimeout(look, LOOK_EVERY_MS);
  }

  /**
   * At a limit, the next take begins at once on the same microphone, so that a client who is speaking loses no words.
   */
  function goOn(take: RunningTake): void {
    const heardAt = take.heardAt ?? Number.NEGATIVE_INFINITY;
    // without a measured level, the client decides when to stop
    if (take.isMeasured && clock() - heardAt > TAKE_WARNING_MS) {
      void stop();
      return;
    }
    finish(take);
    begin(take.questionId);
  }

  function finish(take: RunningTake): void {
    take.stoppedAt = clock();
    ending.add(take.ended.promise);
    take.limit = timers.setTimeout(() => endTake(take), TAKE_STOP_LIMIT_MS);
    take.stop();
  }

  /** Called at the recorder's end, which may come without a request, or after the stop limit. */
  function endTake(take: RunningTake): void {
    // the recorder and the limit may both call this
    if (take.isOver) return;
    take.isOver = true;
    timers.clearTimeout(take.limit);
    const { id, questionId, startedAt, stoppedAt = clock(), bytes, heardAt, isMeasured } = take;
    const durationMs = Math.min(stoppedAt - startedAt, TAKE_MAX_DURATION_MS + TAKE_DURATION_TOLERANCE_MS);
    if (take === current) rest();
    if (take.isDiscarded) tape.drop(id);
    else if (bytes === 0) {
      tape.drop(id);
      fail(questionId, "empty");
    } else if (!tape.end({ id, durationMs, isSilent: isMeasured && heardAt === undefined }))
      fail(questionId, "no-room");
    ending.delete(take.ended.promise);
    take.ended.resolve();
  }

  function switchOff(): void {
    microphone?.close();
    microphone = undefined;
  }

  function rest(): void {
    timers.clearTimeout(looking);
    switchOff();
    current = undefined;
    store.setState(IDLE);
  }

  function fail(questionId: string, cause: RecordingFailure): void {
    store.setState({ failure: { questionId, cause } });
  }

  /** Switches the microphone off at once; settles when the recording is an answer. */
  async function stop(): Promise<void> {
    runs += 1;
    if (store.getState().phase === "starting") rest();
    await finishRunning();
  }

  /** Switches the microphone off at once and drops the current take. */
  async function discard(): Promise<void> {
    if (current) current.isDiscarded = true;
    await stop();
  }

  async function finishRunning(): Promise<void> {
    if (store.getState().phase === "recording" && current) {
      timers.clearTimeout(looking);
      store.setState({ phase: "stopping", level: undefined, isUnheard: false });
      finish(current);
      switchOff();
    }
    await Promise.all(ending);
  }

  return { store, start, stop, discard };
}
