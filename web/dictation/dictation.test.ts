import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ANSWER_MAX_LENGTH } from "#contract/limits.ts";
import { type DictationOptions, dictationWith } from "../../tests/support/fakes/dictation-with.ts";
import type { RecognizerListener, RunSettings, Speech } from "./recognizer.ts";

/** A run of the engine in which only what the test says happens; it can send results even after its abort. */
type FakeRun = RecognizerListener & { settings: RunSettings; calls: string[]; say(text: string): void };

function fakeSpeech() {
  const runs: FakeRun[] = [];
  const speech: Speech = {
    onDevice: undefined,
    start(settings, hearing) {
      const calls: string[] = [];
      const say = (transcript: string) =>
        hearing.onResults([{ transcript, confidence: 0.9, isFinal: false }]);
      runs.push({ ...hearing, settings, calls, say });
      return { stop: () => calls.push("stop"), abort: () => calls.push("abort") };
    },
  };
  const last = () => {
    const run = runs.at(-1);
    if (!run) throw new Error("The engine never ran");
    return run;
  };
  return { speech, runs, last };
}

function setUp(options?: DictationOptions) {
  const { speech, runs, last } = fakeSpeech();
  return { ...dictationWith(speech, options), runs, last };
}

function setUpStarted(options?: DictationOptions) {
  const all = setUp(options);
  all.start("one");
  return all;
}

const stopped = (text: string) => ({ kind: "stopped", text, isLimit: false });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("starting", () => {
  test("is idle before, and the engine is not running", () => {
    const { state, runs } = setUp();
    expect(state()).toEqual({
      phase: "idle",
      questionId: undefined,
      ending: undefined,
      isDead: false,
      isOnDevice: false,
    });
    expect(runs).toEqual([]);
  });

  test.for(["onStart", "say"] as const)("listens once the engine gives a sign: %s", (sign) => {
    const { state, last } = setUpStarted();
    expect(state()).toMatchObject({ questionId: "one", phase: "starting" });
    last()[sign]("We");
    expect(state()).toMatchObject({ questionId: "one", phase: "listening" });
  });

  test("twice on the same question starts once", () => {
    const { start, runs } = setUpStarted();
    start("one");
    expect(runs).toHaveLength(1);
  });

  test("on a second question ends the first, whose words become its answer at once", async () => {
    const { start, state, runs, boxes, submitted, pass } = setUpStarted();
    runs[0]?.say("First words");
    start("two");
    expect(runs[0]?.calls).toEqual(["abort"]);
    runs[0]?.say("First words that come late");
    runs[0]?.onError("network");
    runs[0]?.onEnd();
    runs[1]?.say("Second words");
    expect(boxes).toEqual({ one: "", two: "Second words" });
    expect(state()).toMatchObject({ questionId: "two", phase: "listening" });
    await pass(5_000);
    expect(submitted).toEqual([["one", "First words.", "First words"]]);
  });

  test("on a second question leaves text in the first that was only typed", () => {
    const { start, submitted, boxes } = setUpStarted({ boxes: { one: "Half a typed sent" } });
    start("two");
    expect(submitted).toEqual([]);
    expect(boxes.one).toBe("Half a typed sent");
  });

  test("right after an end adds the earlier words as a separate answer", async () => {
    const { start, stop, last, submitted, pass } = setUpStarted();
    last().say("First words");
    stop();
    last().onEnd();
    await pass(50);
    start("one");
    last().say("and more");
    stop();
    last().onEnd();
    await pass(100);
    expect(submitted.map(([, text]) => text)).toEqual(["First words.", "And more."]);
  });
});

describe("an engine that refuses to start", () => {
  /** The first `refusals` starts throw, as a second start in Safari does. */
  function setUpBusy(refusals: number) {
    const { speech, runs, last } = fakeSpeech();
    let left = refusals;
    const busy: Speech = {
      ...speech,
      start(settings, hearing) {
        if (left-- > 0) throw new DOMException("already started", "InvalidStateError");
        return speech.start(settings, hearing);
      },
    };
    return { ...dictationWith(busy), runs, last };
  }

  test("is started again a second later", async () => {
    const { start, last, state, pass } = setUpBusy(1);
    start("one");
    expect(state().phase).toBe("starting");
    await pass(1_000);
    last().say("We call");
    expect(state().phase).toBe("listening");
  });

  test("has failed after three more times", async () => {
    const { start, state, runs, pass } = setUpBusy(4);
    start("one");
    await pass(10_000);
    expect(state()).toMatchObject({ phase: "failed", ending: { cause: "other" }, isDead: false });
    expect([runs.length, vi.getTimerCount()]).toEqual([0, 0]);
  });
});

describe("heard words", () => {
  test("are in the box, each time as a whole", () => {
    const { last, boxes } = setUpStarted();
    for (const text of ["We", "We call", "He calls back"]) last().say(text);
    expect(boxes.one).toBe("He calls back");
  });

  test("come after the text in the box", () => {
    const { last, boxes } = setUpStarted({ boxes: { one: "By phone. \n" } });
    last().say("We call back");
    last().say("We call back today");
    expect(boxes.one).toBe("By phone. We call back today");
  });

  test("are dropped, and dictation ends, when the box is changed by other means", async () => {
    const { last, boxes, submitted, state, pass } = setUpStarted();
    last().say("We call");
    boxes.one = "Typed meanwhile";
    last().say("We call back");
    last().onEnd();
    await pass(5_000);
    expect(boxes.one).toBe("Typed meanwhile");
    expect(submitted).toEqual([]);
    expect(state().phase).toBe("idle");
    expect(last().calls).toEqual(["abort"]);
  });

  test("stop at the longest answer that can be saved", () => {
    const { last, boxes } = setUpStarted({ boxes: { one: "Before" } });
    last().say("x".repeat(ANSWER_MAX_LENGTH));
    expect(boxes.one).toHaveLength(ANSWER_MAX_LENGTH);
    expect(last().calls).toEqual(["stop"]);
  });
});

describe("stopping", () => {
  test("waits for the engine's last words, and adds them, tidied, 100 ms after its end", async () => {
    const { stop, last, state, boxes, submitted, pass } = setUpStarted();
    last().say("we call");
    stop();
    expect(state()).toMatchObject({ questionId: "one", phase: "stopping" });
    last().say("we call back");
    await pass(400);
    last().onEnd();
    expect(state()).toMatchObject({ phase: "idle", ending: stopped("We call back.") });
    expect(boxes.one).toBe("We call back.");
    await pass(99);
    expect(submitted).toEqual([]);
    await pass(1);
    expect(submitted).toEqual([["one", "We call back.", "we call back"]]);
    await pass(10_000);
    expect(submitted).toHaveLength(1);
  });

  test("reports no tidying when the engine has done it", async () => {
    const { stop, last, submitted, pass } = setUpStarted();
    last().say("We call back.");
    stop();
    last().onEnd();
    await pass(100);
    expect(submitted).toEqual([["one", "We call back."]]);
  });

  test("treats an engine without an answer after 1.5 s as ended, whatever it still sends", async () => {
    const { stop, last, state, submitted, boxes, pass } = setUpStarted();
    last().say("we call");
    stop();
    await pass(1_400);
    last().say("we call back");
    last().onError("network");
    await pass(99);
    expect(state().phase).toBe("stopping");
    await pass(1);
    expect(state().phase).not.toBe("stopping");
    expect(last().calls).toEqual(["stop", "abort"]);
    last().say("we call back, too late");
    last().onEnd();
    await pass(100);
    expect(submitted.map(([, text]) => text)).toEqual(["We call back."]);
    expect(boxes.one).toBe("");
  });

  test("twice stops once, and while idle does nothing", () => {
    const { start, stop, last, runs, state } = setUp();
    stop();
    expect([runs.length, state().phase, vi.getTimerCount()]).toEqual([0, "idle", 0]);
    start("one");
    stop();
    stop();
    expect(last().calls).toEqual(["stop"]);
  });

  test("before a word was heard leaves the typed text", async () => {
    const { stop, last, boxes, submitted, pass } = setUpStarted({ boxes: { one: "Half a typed sent" } });
    stop();
    last().onEnd();
    await pass(1_000);
    expect([boxes.one, submitted]).toEqual(["Half a typed sent", []]);
  });

  test("does not add a box that was changed in the 100 ms after", async () => {
    const { stop, last, boxes, submitted, pass } = setUpStarted();
    last().say("We call");
    stop();
    last().onEnd();
    boxes.one = "We call back";
    await pass(1_000);
    expect([boxes.one, submitted]).toEqual(["We call back", []]);
  });

  test("happens automatically after five minutes, and says so", async () => {
    const { last, state, submitted, pass } = setUpStarted();
    for (let minute = 0; minute < 5; minute++) {
      expect(last().calls).toEqual([]);
      last().say("We call");
      await pass(29_000);
      last().say("We call back");
      await pass(29_000);
      last().say("We call back still");
      await pass(2_000);
    }
    expect(last().calls).toEqual(["stop"]);
    last().onEnd();
    expect(state().ending).toMatchObject({ kind: "stopped", isLimit: true });
    await pass(100);
    expect(submitted).toHaveLength(1);
  });
});

describe("an unrequested end", () => {
  test("starts the engine again, and the words of all runs become one answer", async () => {
    const { last, runs, state, stop, submitted, pass } = setUpStarted();
    last().say("we call");
    await pass(5_000);
    last().onEnd();
    expect(state()).toMatchObject({ phase: "listening", questionId: "one" });
    await pass(0);
    expect(runs).toHaveLength(2);
    last().say("they like it");
    stop();
    last().onEnd();
    await pass(100);
    expect(submitted).toEqual([["one", "We call. They like it.", "we call they like it"]]);
  });

  test("restarts no sooner than a second after the last start", async () => {
    const { last, runs, pass } = setUpStarted();
    await pass(300);
    last().onEnd();
    await pass(699);
    expect(runs).toHaveLength(1);
    await pass(1);
    expect(runs).toHaveLength(2);
  });

  test("restarts three times, and is then idle and adds the text like a stop", async () => {
    const { last, runs, state, submitted, pass } = setUpStarted();
    for (const word of ["one", "two", "three", "four"]) {
      last().say(word);
      last().onEnd();
      await pass(1_000);
    }
    expect(runs).toHaveLength(4);
    expect(state()).toMatchObject({ phase: "idle", ending: { kind: "stopped" } });
    await pass(60_000);
    expect(runs).toHaveLength(4);
    expect(submitted).toHaveLength(1);
  });

  test("is final on Android, where each start beeps", async () => {
    const { page, last, runs, state, submitted, pass } = setUpStarted();
    page.state.mayRestart = false;
    last().say("We call");
    last().onEnd();
    expect(state().phase).toBe("idle");
    await pass(5_000);
    expect([runs.length, submitted.length]).toEqual([1, 1]);
  });

  test.for(["isVisible", "isOnline"] as const)("is final if the page is not %s by then", async (name) => {
    const { page, last, runs, state, submitted, pass } = setUpStarted();
    last().say("We call");
    last().onEnd();
    page.state[name] = false;
    await pass(1_000);
    expect([runs.length, state().phase]).toEqual([1, "idle"]);
    await pass(100);
    expect(submitted).toHaveLength(1);
  });

  test("is followed by a restart without a connection when speech stays on the device", async () => {
    const { page, place, last, runs, pass } = setUpStarted();
    place.store.setState({ isOnDevice: true });
    last().onEnd();
    page.state.isOnline = false;
    await pass(1_000);
    expect(runs.map(({ settings }) => settings.isOnDevice)).toEqual([false, true]);
  });

  test("followed by a stop stops at once", async () => {
    const { last, runs, state, stop, submitted, pass } = setUpStarted();
    last().say("We call");
    last().onEnd();
    stop();
    expect(state().phase).toBe("idle");
    await pass(5_000);
    expect([runs.length, submitted.length]).toEqual([1, 1]);
  });

  test("continues after a silent pause, but does not wait for first words", async () => {
    const fallSilent = (run: RecognizerListener) => {
      run.onError("no-speech");
      run.onEnd();
    };
    const speaking = setUpStarted();
    speaking.last().say("We call");
    fallSilent(speaking.last());
    await speaking.pass(1_000);
    expect(speaking.runs).toHaveLength(2);
    const unheard = setUpStarted();
    fallSilent(unheard.last());
    expect(unheard.state()).toMatchObject({ phase: "idle", ending: { kind: "unheard" } });
    await unheard.pass(1_000);
    expect(unheard.runs).toHaveLength(1);
  });
});

describe("an error", () => {
  test.for([
    ["not-allowed", "blocked"],
    ["audio-capture", "no-microphone"],
    ["network", "network"],
    ["service-not-allowed", "no-service"],
    ["language-not-supported", "no-language"],
    ["bad-grammar", "other"],
  ] as const)("%s, then the end, has failed with the cause %s", ([code, cause]) => {
    const { last, state } = setUpStarted();
    last().onError(code);
    last().onEnd();
    expect(state()).toMatchObject({ phase: "failed", questionId: "one", ending: { kind: "failed", cause } });
  });

  test("aborted is not a failure, since it was requested", () => {
    const { last, state, runs } = setUpStarted();
    last().say("We call");
    last().onError("aborted");
    last().onEnd();
    expect(state()).toMatchObject({ phase: "idle", ending: stopped("We call.") });
    expect(runs).toHaveLength(1);
  });

  test("keeps and adds words heard before it", async () => {
    const { last, submitted, pass } = setUpStarted();
    last().say("We call");
    last().onError("network");
    last().onEnd();
    await pass(100);
    expect(submitted).toEqual([["one", "We call.", "We call"]]);
  });

  test("leaves text typed before", async () => {
    const { last, boxes, submitted, pass } = setUpStarted({ boxes: { one: "Half a typed sent" } });
    last().onError("not-allowed");
    last().onEnd();
    await pass(1_000);
    expect([boxes.one, submitted]).toEqual(["Half a typed sent", []]);
  });

  test("of the network counts as a missing connection when offline", () => {
    const { page, last, state } = setUpStarted();
    page.state.isOnline = false;
    last().onError("network");
    last().onEnd();
    expect(state()).toMatchObject({ ending: { cause: "offline" }, isDead: false });
  });

  test("is forgotten at the next start", () => {
    const { start, last, state } = setUpStarted();
    last().onError("network");
    last().onEnd();
    start("two");
    expect(state()).toMatchObject({ questionId: "two", phase: "starting", ending: undefined });
  });
});

describe("dictation stops being offered", () => {
  const failing = (run: RecognizerListener, code: string) => {
    run.onError(code);
    run.onEnd();
  };

  test("after two network errors in a row, and does not start again", () => {
    const { start, last, state, runs } = setUpStarted();
    failing(last(), "network");
    expect(state().isDead).toBe(false);
    start("two");
    failing(last(), "network");
    expect(state()).toMatchObject({ isDead: true, phase: "failed", ending: { cause: "network" } });
    start("one");
    expect(runs).toHaveLength(2);
  });

  test("but not if words were heard between them", () => {
    const { start, last, state } = setUpStarted();
    failing(last(), "network");
    start("one");
    last().say("We call");
    failing(last(), "network");
    expect(state().isDead).toBe(false);
  });

  test.for(["service-not-allowed", "language-not-supported"])("at once after %s", (code) => {
    const { last, state } = setUpStarted();
    failing(last(), code);
    expect(state().isDead).toBe(true);
  });
});

describe("taking the words", () => {
  test("ends at once, and the words are an answer now", async () => {
    const { take, last, submitted, state, pass } = setUpStarted();
    last().say("We call");
    take();
    expect(submitted).toEqual([["one", "We call.", "We call"]]);
    expect(state().phase).toBe("idle");
    expect(last().calls).toEqual(["abort"]);
    await pass(10_000);
    expect(submitted).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("while stopping, and in the 100 ms after the end, adds the words once", async () => {
    const { start, stop, take, last, submitted, pass } = setUpStarted();
    last().say("We call");
    stop();
    take();
    start("two");
    last().say("They come");
    stop();
    last().onEnd();
    take();
    await pass(10_000);
    expect(submitted.map(([id]) => id)).toEqual(["one", "two"]);
  });

  test("adds nothing when nothing was heard", () => {
    const { take, submitted } = setUpStarted({ boxes: { one: "Half a typed sent" } });
    take();
    take();
    expect(submitted).toEqual([]);
  });

  test("happens when the page is hidden", () => {
    const { page, last, submitted, state } = setUpStarted();
    last().say("We call");
    page.hide();
    expect([last().calls, submitted.length, state().phase]).toEqual([["abort"], 1, "idle"]);
  });
});

test("closing ends the engine, leaves the words in the box, and stops watching the page", async () => {
  const { close, page, last, boxes, submitted, pass } = setUpStarted();
  last().say("We call");
  close();
  await pass(10_000);
  expect([last().calls, boxes.one, submitted]).toEqual([["abort"], "We call", []]);
  expect(page.isWatched()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
