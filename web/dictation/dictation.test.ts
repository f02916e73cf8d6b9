import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ANSWER_MAX_LENGTH } from "#contract/limits.ts";
import { createDictation } from "./dictation.ts";
import type { Hearing, StartRecogniser } from "./recogniser.ts";

/** A run of the engine; after its abort nothing is heard of it, as the real adapter sees to. */
type Run = Hearing & { calls: string[] };

function fakeEngine() {
  const runs: Run[] = [];
  const start: StartRecogniser = (hearing) => {
    let isAborted = false;
    const unlessAborted =
      <Given extends unknown[]>(act: (...given: Given) => void) =>
      (...given: Given) => {
        if (!isAborted) act(...given);
      };
    const calls: string[] = [];
    runs.push({
      calls,
      onText: unlessAborted((text: string) => hearing.onText(text)),
      onError: unlessAborted((code: string) => hearing.onError(code)),
      onEnd: unlessAborted(() => hearing.onEnd()),
    });
    const abort = () => {
      isAborted = true;
      calls.push("abort");
    };
    return { stop: () => calls.push("stop"), abort };
  };
  const last = () => {
    const run = runs.at(-1);
    if (!run) throw new Error("The engine never ran");
    return run;
  };
  return { runs, last, start };
}

function setUp(boxes: { [questionId: string]: string } = {}, start?: StartRecogniser) {
  const engine = fakeEngine();
  const submitted: [questionId: string, text: string][] = [];
  const dictation = createDictation(
    start ?? engine.start,
    {
      read: (questionId) => boxes[questionId] ?? "",
      write: (questionId, text) => {
        boxes[questionId] = text;
      },
      submit: (questionId) => {
        submitted.push([questionId, boxes[questionId] ?? ""]);
        boxes[questionId] = "";
      },
    },
    {
      setTimeout: (run, afterMs) => setTimeout(run, afterMs),
      clearTimeout: (timer) => clearTimeout(timer as number),
    },
  );
  const state = () => dictation.store.getState();
  return { ...dictation, runs: engine.runs, last: engine.last, boxes, submitted, state };
}

function setUpStarted(boxes?: { [questionId: string]: string }) {
  const all = setUp(boxes);
  all.start("one");
  return all;
}

const IDLE = { questionId: undefined, phase: "idle" };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("starting", () => {
  test("is idle before", () => {
    expect(setUp().state()).toEqual({ ...IDLE, failure: undefined });
  });

  test("listens to one question", () => {
    const { start, state, runs } = setUpStarted();
    expect(state()).toEqual({ questionId: "one", phase: "listening", failure: undefined });
    start("one");
    expect(runs).toHaveLength(2);
    expect(runs[0]?.calls).toEqual(["abort"]);
  });

  test("on a second question ends the first, whose words become its answer at once", () => {
    const { start, state, runs, boxes, submitted } = setUpStarted();
    runs[0]?.onText("First words");
    start("two");
    runs[0]?.onText("First words that come late");
    runs[0]?.onEnd();
    runs[1]?.onText("Second words");
    expect(boxes).toEqual({ one: "", two: "Second words" });
    expect(state()).toMatchObject({ questionId: "two", phase: "listening" });
    vi.advanceTimersByTime(5_000);
    expect(submitted).toEqual([["one", "First words"]]);
    expect(state().phase).toBe("listening");
  });

  test("again right after an end goes on in the same box, and submits it once", () => {
    const { start, stop, runs, submitted } = setUpStarted();
    runs[0]?.onText("First words");
    runs[0]?.onEnd();
    vi.advanceTimersByTime(50);
    start("one");
    vi.advanceTimersByTime(1_000);
    expect(submitted).toEqual([]);
    runs[1]?.onText("and more");
    stop();
    runs[1]?.onEnd();
    vi.advanceTimersByTime(100);
    expect(submitted).toEqual([["one", "First words and more"]]);
  });

  test("fails where the engine refuses to start, and is idle", () => {
    const { start, state } = setUp({}, () => {
      throw new DOMException("already started", "InvalidStateError");
    });
    start("one");
    expect(state()).toEqual({ ...IDLE, failure: { questionId: "one", cause: "other" } });
  });
});

describe("what is heard", () => {
  test("stands in the box, each time as a whole", () => {
    const { last, boxes } = setUpStarted();
    last().onText("We");
    last().onText("We call");
    last().onText("He calls back");
    expect(boxes.one).toBe("He calls back");
  });

  test("comes behind what stood there", () => {
    const { last, boxes } = setUpStarted({ one: "By phone. \n" });
    last().onText("We call back");
    last().onText("We call back today");
    expect(boxes.one).toBe("By phone. We call back today");
  });

  test("is dropped, and dictation with it, when somebody else has written into the box", () => {
    const { last, boxes, submitted, state } = setUpStarted();
    last().onText("We call");
    boxes.one = "Typed meanwhile";
    last().onText("We call back");
    last().onEnd();
    vi.advanceTimersByTime(5_000);
    expect(boxes.one).toBe("Typed meanwhile");
    expect(submitted).toEqual([]);
    expect(state()).toMatchObject(IDLE);
    expect(last().calls).toEqual(["abort"]);
  });
});

describe("stopping", () => {
  test("waits for the engine's last words, and submits 100 ms after its end", () => {
    const { stop, last, state, submitted } = setUpStarted();
    last().onText("We call");
    stop();
    expect(state()).toMatchObject({ questionId: "one", phase: "stopping" });
    last().onText("We call back");
    last().onEnd();
    expect(state()).toMatchObject(IDLE);
    vi.advanceTimersByTime(99);
    expect(submitted).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(submitted).toEqual([["one", "We call back"]]);
    vi.advanceTimersByTime(10_000);
    expect(submitted).toHaveLength(1);
  });

  test("takes an engine as ended that has not answered after 1.5 s", () => {
    const { stop, last, state, submitted, boxes } = setUpStarted();
    last().onText("We call");
    stop();
    vi.advanceTimersByTime(1_499);
    expect(state().phase).toBe("stopping");
    vi.advanceTimersByTime(1);
    expect(state()).toMatchObject(IDLE);
    expect(last().calls).toEqual(["stop", "abort"]);
    last().onText("We call back, too late");
    last().onEnd();
    vi.advanceTimersByTime(100);
    expect(submitted).toEqual([["one", "We call"]]);
    expect(boxes.one).toBe("");
  });

  test("twice is stopping once", () => {
    const { stop, last } = setUpStarted();
    stop();
    stop();
    expect(last().calls).toEqual(["stop"]);
  });

  test("while idle does nothing", () => {
    const { stop, state, runs } = setUp();
    stop();
    expect(state()).toMatchObject(IDLE);
    expect(runs).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not submit a box that was changed in the 100 ms after", () => {
    const { stop, last, boxes, submitted } = setUpStarted();
    last().onText("We call");
    stop();
    last().onEnd();
    boxes.one = "We call back";
    vi.advanceTimersByTime(1_000);
    expect(submitted).toEqual([]);
    expect(boxes.one).toBe("We call back");
  });
});

describe("an end that nobody asked for", () => {
  test("is idle, and submits like a stop", () => {
    const { last, state, submitted } = setUpStarted();
    last().onText("We call");
    last().onEnd();
    expect(state()).toEqual({ ...IDLE, failure: undefined });
    vi.advanceTimersByTime(100);
    expect(submitted).toEqual([["one", "We call"]]);
  });
});

describe("an error", () => {
  test.for([
    ["not-allowed", "not-allowed"],
    ["service-not-allowed", "not-allowed"],
    ["audio-capture", "audio-capture"],
    ["network", "network"],
    ["language-not-supported", "other"],
    ["bad-grammar", "other"],
  ] as const)("%s, then the end, is idle with the cause %s", ([code, cause]) => {
    const { last, state } = setUpStarted();
    last().onError(code);
    last().onEnd();
    expect(state()).toEqual({ ...IDLE, failure: { questionId: "one", cause } });
  });

  test.for(["no-speech", "aborted"])("%s is no failure", (code) => {
    const { last, state } = setUpStarted();
    last().onError(code);
    last().onEnd();
    expect(state()).toEqual({ ...IDLE, failure: undefined });
  });

  test("keeps and submits what was heard before it", () => {
    const { last, submitted } = setUpStarted();
    last().onText("We call");
    last().onError("network");
    last().onEnd();
    vi.advanceTimersByTime(100);
    expect(submitted).toEqual([["one", "We call"]]);
  });

  test("is forgotten at the next start", () => {
    const { start, last, state } = setUpStarted();
    last().onError("network");
    last().onEnd();
    start("two");
    expect(state()).toEqual({ questionId: "two", phase: "listening", failure: undefined });
  });
});

describe("cancelling", () => {
  test("tells the question, leaves the words in its box and submits nothing", () => {
    const { cancel, last, boxes, submitted, state } = setUpStarted();
    last().onText("We call");
    expect(cancel()).toBe("one");
    expect(state()).toMatchObject(IDLE);
    last().onText("We call back");
    last().onError("network");
    last().onEnd();
    vi.advanceTimersByTime(10_000);
    expect(boxes.one).toBe("We call");
    expect(submitted).toEqual([]);
    expect(state().failure).toBeUndefined();
  });

  test("while stopping ends the waiting for the engine", () => {
    const { stop, cancel, last } = setUpStarted();
    stop();
    expect(cancel()).toBe("one");
    expect(last().calls).toEqual(["stop", "abort"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("in the 100 ms after the end keeps the words from being submitted twice", () => {
    const { last, cancel, submitted } = setUpStarted();
    last().onText("We call");
    last().onEnd();
    expect(cancel()).toBeUndefined();
    vi.advanceTimersByTime(1_000);
    expect(submitted).toEqual([]);
  });

  test("while idle tells no question", () => {
    expect(setUp().cancel()).toBeUndefined();
  });
});

describe("what was only typed before", () => {
  test("stays in its box when the microphone is refused", () => {
    const { last, boxes, submitted } = setUpStarted({ one: "Half a typed sent" });
    last().onError("not-allowed");
    last().onEnd();
    vi.advanceTimersByTime(1_000);
    expect(submitted).toEqual([]);
    expect(boxes.one).toBe("Half a typed sent");
  });

  test("stays in its box when another question is dictated into before a word was heard", () => {
    const { start, boxes, submitted } = setUpStarted({ one: "Half a typed sent" });
    start("two");
    expect(submitted).toEqual([]);
    expect(boxes.one).toBe("Half a typed sent");
  });
});

test("dictation stops at the longest answer that can be saved", () => {
  const { last, boxes } = setUpStarted({ one: "Before" });
  last().onText("x".repeat(ANSWER_MAX_LENGTH));
  expect(boxes.one).toHaveLength(ANSWER_MAX_LENGTH);
  expect(last().calls).toEqual(["stop"]);
});
