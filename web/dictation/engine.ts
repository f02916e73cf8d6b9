import { DICTATION_STOP_LIMIT_MS } from "#contract/limits.ts";
import type { Hearing, Recognizer, RunSettings, Speech, SpeechResult } from "./recognizer.ts";

export type Timers = {
  setTimeout(act: () => void, afterMs: number): unknown;
  clearTimeout(timer: unknown): void;
};

/** How a run ended: plainly, with an error of the engine, or because the engine said nothing. */
export type RunEnd = {
  /**
   * The engine's own code, or ours: `busy` where it did not begin for the sake of an earlier run, `no-answer` where it
   * never began, `no-results` where that was all it did.
   */
  code: string | undefined;
  /** From the start to the error. */
  afterMs: number;
  /** Whether the page might use the microphone when the run began. */
  permission: PermissionState | undefined;
};

export type RunListener = {
  onListening(): void;
  onResults(results: SpeechResult[]): void;
  onEnd(end: RunEnd): void;
};

type Parts = {
  speech: Speech;
  timers: Timers;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Whether this page may use the microphone; undefined where the browser does not tell. */
  findPermission: () => Promise<PermissionState | undefined>;
};

type Run = {
  listener: RunListener;
  startedAt: number;
  permission: PermissionState | undefined;
  error: { code: string; afterMs: number } | undefined;
  hasStarted: boolean;
  hasResults: boolean;
  isStopping: boolean;
  recognizer: Recognizer | undefined;
};

/** An engine that may use the microphone and gives no sign for so long will give none. */
const START_LIMIT_MS = 4_000;
/** So long the browser may be asking for the microphone; nobody is hurried. */
const ASKING_LIMIT_MS = 25_000;
/** A working engine ends on its own in a shorter silence. */
const QUIET_LIMIT_MS = 30_000;
/** After an error the end comes at once, or never: Chromium's on-device engine. */
const END_AFTER_ERROR_MS = 500;

/**
 * The one engine of the page, made trustworthy: each run ends exactly once and in bounded time, whatever the browser
 * does, and of an earlier run nothing is heard any more.
 */
export function createEngine({ speech, timers, clock, findPermission }: Parts) {
  /** Goes up with each start and each end: who has an older number comes late. */
  let generation = 0;
  let current: Run | undefined;
  let limit: unknown;

  function start(settings: RunSettings, listener: RunListener): void {
    abort();
    const run: Run = { ...NEW_RUN, listener, startedAt: clock() };
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

  function hearingOf(run: Run): Hearing {
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

  function noteSign(run: Run): void {
    const isFirst = !run.hasStarted;
    run.hasStarted = true;
    // what has its limit already keeps it
    if (!run.isStopping && !run.error)
      endAfter(run, QUIET_LIMIT_MS, run.hasResults ? undefined : "no-results");
    if (isFirst) run.listener.onListening();
  }

  function noteError(run: Run, code: string): void {
    run.error ??= { code, afterMs: clock() - run.startedAt };
    if (!run.isStopping) endAfter(run, END_AFTER_ERROR_MS);
  }

  function awaitStart(run: Run): void {
    limitBy(START_LIMIT_MS, () => {
      if (run.permission === "granted") end(run, "no-answer");
      else endAfter(run, ASKING_LIMIT_MS - START_LIMIT_MS, "no-answer");
    });
  }

  function endAfter(run: Run, ms: number, code?: string): void {
    limitBy(ms, () => end(run, code));
  }

  function limitBy(ms: number, act: () => void): void {
    timers.clearTimeout(limit);
    limit = timers.setTimeout(act, ms);
  }

  function end(run: Run, code = run.error?.code): void {
    abort();
    const { hasStarted, permission, error } = run;
    run.listener.onEnd({
      // nobody but an earlier run that is not over yet ends one that has not begun (Safari)
      code: code === "aborted" && !hasStarted ? "busy" : code,
      afterMs: error?.afterMs ?? 0,
      permission,
    });
  }

  /** The last words still come; an engine that answers with no end is taken as ended. */
  function stop(): void {
    if (!current || current.isStopping) return;
    current.isStopping = true;
    endAfter(current, DICTATION_STOP_LIMIT_MS);
    current.recognizer?.stop();
  }

  /** At once, and without a word. */
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
