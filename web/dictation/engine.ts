import { DICTATION_STOP_LIMIT_MS } from "#contract/limits.ts";
import type { Recognizer, RecognizerListener, RunSettings, Speech, SpeechResult } from "./recognizer.ts";

export type Timers = {
  setTimeout(act: () => void, afterMs: number): unknown;
  clearTimeout(timer: unknown): void;
};

/** How a run ended: normally, with an error of the engine, or because the engine sent nothing. */
export type RunEnd = {
  /**
   * The engine's own error code or one of ours: `busy` if an earlier run kept this one from starting, `no-answer` if
   * the engine never started, `no-results` if it started but sent no results. Undefined for a normal end.
   */
  code: string | undefined;
  /** Milliseconds from start to error. */
  afterMs: number;
  /** The microphone permission when the run began. */
  permission: PermissionState | undefined;
};

export type RunListener = {
  onListening(): void;
  onResults(results: SpeechResult[]): void;
  onEnd(end: RunEnd): void;
};

type CreateEngineOptions = {
  speech: Speech;
  timers: Timers;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Whether this page may use the microphone; undefined if the browser does not report it. */
  findPermission: () => Promise<PermissionState | undefined>;
};

type EngineRun = {
  listener: RunListener;
  startedAt: number;
  permission: PermissionState | undefined;
  error: { code: string; afterMs: number } | undefined;
  hasStarted: boolean;
  hasResults: boolean;
  isStopping: boolean;
  recognizer: Recognizer | undefined;
};

/** An engine that may use the microphone and has sent no event in this time will not start. */
const START_LIMIT_MS = 4_000;
/** How long the browser may ask for the microphone, so that the client is not rushed. */
const ASKING_LIMIT_MS = 25_000;
/** A working engine ends on its own after a shorter silence than this. */
const QUIET_LIMIT_MS = 30_000;
/** After an error, the end event comes at once or, in Chromium's on-device engine, never. */
const END_AFTER_ERROR_MS = 500;

/**
 * Wraps the page's speech engine: each run ends exactly once, within a time limit. Late events of earlier runs are
 * ignored.
 */
export function createEngine({ speech, timers, clock, findPermission }: CreateEngineOptions) {
  /** Increases at each start and end. An event with an older number is late. */
  let generation = 0;
  let current: EngineRun | undefined;
  let limit: unknown;

  function start(settings: RunSettings, listener: RunListener): void {
    abort();
    const run: EngineRun = { ...NEW_RUN, listener, startedAt: clock() };
    current = run;
    void findPermission().then((permission) => {
      run.permission = permission;
    });
    awaitStart(run);
    try {
      run.recognizer = speech.start(settings, hearingOf(run));
    } catch {
      end(run, "busy");
    }
  }

  function hearingOf(run: EngineRun): RecognizerListener {
    const own = generation;
    const inTime =
      <Args extends unknown[]>(act: (...args: Args) => void) =>
      (...args: Args) => {
        if (own === generation) act(...args);
      };
    return {
      onStart: inTime(() => noteSign(run)),
      onResults: inTime((results) => {
        run.hasResults = true;
        noteSign(run);
        run.listener.onResults(results);
      }),
      onError: inTime((code) => noteError(run, code)),
      onEnd: inTime(() => end(run)),
    };
  }

  function noteSign(run: EngineRun): void {
    const isFirst = !run.hasStarted;
    run.hasStarted = true;
    // a run that is stopping or has failed keeps its own limit
    if (!run.isStopping && !run.error)
      endAfter(run, QUIET_LIMIT_MS, run.hasResults ? undefined : "no-results");
    if (isFirst) run.listener.onListening();
  }

  function noteError(run: EngineRun, code: string): void {
    run.error ??= { code, afterMs: clock() - run.startedAt };
    if (!run.isStopping) endAfter(run, END_AFTER_ERROR_MS);
  }

  function awaitStart(run: EngineRun): void {
    limitBy(START_LIMIT_MS, () => {
      if (run.permission === "granted") end(run, "no-answer");
      else endAfter(run, ASKING_LIMIT_MS - START_LIMIT_MS, "no-answer");
    });
  }

  function endAfter(run: EngineRun, ms: number, code?: string): void {
    limitBy(ms, () => end(run, code));
  }

  function limitBy(ms: number, act: () => void): void {
    timers.clearTimeout(limit);
    limit = timers.setTimeout(act, ms);
  }

  function end(run: EngineRun, code = run.error?.code): void {
    abort();
    const { hasStarted, permission, error } = run;
    run.listener.onEnd({
      // in Safari, only an earlier run that is not over yet aborts a run that has not begun
      code: code === "aborted" && !hasStarted ? "busy" : code,
      afterMs: error?.afterMs ?? 0,
      permission,
    });
  }

  /** The last words still arrive; an engine that sends no end event counts as ended after a limit. */
  function stop(): void {
    if (!current || current.isStopping) return;
    current.isStopping = true;
    endAfter(current, DICTATION_STOP_LIMIT_MS);
    current.recognizer?.stop();
  }

  /** Ends the run at once, without calling its listener. */
  function abort(): void {
    generation += 1;
    timers.clearTimeout(limit);
    current?.recognizer?.abort();
    current = undefined;
  }

  return { start, stop, abort, isRunning: () => current !== undefined };
}

const NEW_RUN = {
  permission: undefined,
  error: undefined,
  hasStarted: false,
  hasResults: false,
  isStopping: false,
  recognizer: undefined,
};
