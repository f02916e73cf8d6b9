import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  FILL_MS,
  KEPT_MS,
  type TalkConditions,
  type TalkEvent,
  type TalkState,
  talkStep,
  UNHEARD_MS,
  workOf,
} from "./talk-machine.ts";

const ground: TalkConditions = {
  questions: [
    { id: "profile", isForm: true, isAnswered: true },
    { id: "team", isForm: false, isAnswered: false },
    { id: "tools", isForm: true, isAnswered: false },
    { id: "leads", isForm: false, isAnswered: false },
  ],
  isSpoken: true,
  readsAloud: true,
  isHandsFree: true,
  canListen: true,
};
const TYPES = [
  "begun",
  "read",
  "tapped",
  "done",
  "speech",
  "silence",
  "unheard",
  "filled",
  "settled",
  "chosen",
  "added",
  "gone",
  "interrupted",
  "returned",
  "microphone-lost",
  "continued",
  "type-instead",
  "back",
  "again",
  "pause",
  "skip",
  "close",
] as const satisfies TalkEvent["type"][];

/** Names a state in a few characters: its phase, its question, and its other facts. */
function name(state: TalkState): string {
  const { phase, ...rest } = state;
  const marks = Object.entries(rest).flatMap(([key, value]) =>
    value === true ? [key] : value === false ? [] : [String(value)],
  );
  return [phase, ...marks].join(" ");
}

const team = { questionId: "team" };
/** Every state at a written question, with the result of each event; an event that is not listed changes nothing. */
const table: [TalkState, Partial<Record<TalkEvent["type"], string>>][] = [
  [{ phase: "start" }, { begun: "asking team", close: "closed undefined" }],
  [
    { phase: "asking", ...team, isAgain: false },
    {
      read: "listening team",
      tapped: "listening team",
      done: "listening team",
      interrupted: "interrupted team",
      "microphone-lost": "typing team",
      "type-instead": "typing team",
      back: "asking profile",
      pause: "paused team",
      skip: "asking tools",
      gone: "asking tools",
      close: "closed team",
    },
  ],
  [
    { phase: "listening", ...team, isAgain: false, isHeard: false },
    {
      done: "asking tools",
      speech: "listening team isHeard",
      silence: "quiet team",
      unheard: "asking team isAgain",
      interrupted: "interrupted team",
      "microphone-lost": "typing team",
      "type-instead": "typing team",
      back: "asking profile",
      again: "asking team",
      pause: "paused team",
      skip: "asking tools",
      gone: "asking tools",
      close: "closed team",
    },
  ],
  [
    { phase: "listening", ...team, isAgain: false, isHeard: true },
    {
      done: "kept team",
      silence: "quiet team",
      unheard: "asking team isAgain",
      interrupted: "interrupted team",
      "microphone-lost": "typing team",
      "type-instead": "typing team",
      back: "asking profile",
      again: "asking team",
      pause: "paused team",
      skip: "asking tools",
      gone: "asking tools",
      close: "closed team",
    },
  ],
  [
    { phase: "quiet", ...team },
    {
      tapped: "listening team isHeard",
      speech: "listening team isHeard",
      done: "kept team",
      filled: "kept team",
      interrupted: "interrupted team",
      "microphone-lost": "typing team",
      "type-instead": "typing team",
      back: "asking profile",
      again: "asking team",
      pause: "paused team",
      skip: "asking tools",
      gone: "asking tools",
      close: "closed team",
    },
  ],
  [
    { phase: "kept", ...team },
    {
      settled: "asking tools",
      done: "asking tools",
      interrupted: "interrupted team",
      "type-instead": "typing team",
      back: "asking profile",
      again: "asking team",
      pause: "paused team",
      skip: "asking tools",
      gone: "asking tools",
      close: "closed team",
    },
  ],
  [
    { phase: "choosing", questionId: "tools" },
    {
      chosen: "kept tools",
      done: "asking leads",
      back: "asking team",
      again: "asking tools",
      pause: "paused tools",
      skip: "asking leads",
      gone: "asking leads",
      close: "closed tools",
    },
  ],
  [
    { phase: "paused", ...team },
    {
      continued: "listening team",
      "type-instead": "typing team",
      back: "asking profile",
      again: "asking team",
      skip: "asking tools",
      gone: "asking tools",
      close: "closed team",
    },
  ],
  [
    { phase: "interrupted", ...team },
    {
      returned: "paused team",
      "type-instead": "typing team",
      back: "asking profile",
      again: "asking team",
      pause: "paused team",
      skip: "asking tools",
      gone: "asking tools",
      close: "closed team",
    },
  ],
  [
    { phase: "typing", ...team },
    {
      added: "kept team",
      done: "asking tools",
      back: "asking profile",
      again: "asking team",
      skip: "asking tools",
      gone: "asking tools",
      close: "closed team",
    },
  ],
  [{ phase: "finished" }, { back: "asking leads", close: "closed undefined" }],
  [{ phase: "closed", ...team }, {}],
];

describe.each(table)("in %o", (state, ways) => {
  test.each(TYPES)("%s", (type) => {
    expect(name(talkStep(state, { type }, ground))).toBe(ways[type] ?? name(state));
  });
});

describe("exceptions", () => {
  const step = (state: TalkState, type: TalkEvent["type"], change: Partial<TalkConditions> = {}) =>
    name(talkStep(state, { type }, { ...ground, ...change }));
  const listening: TalkState = { phase: "listening", ...team, isAgain: false, isHeard: false };

  test("a form that was read is tapped, not answered by voice", () => {
    expect(step({ phase: "asking", questionId: "tools", isAgain: false }, "read")).toBe("choosing tools");
  });
  test("without a voice the microphone opens at once", () => {
    expect(step({ phase: "start" }, "begun", { readsAloud: false })).toBe("listening team");
  });
  test("without a microphone the question is read, then typed", () => {
    expect(step({ phase: "asking", ...team, isAgain: false }, "read", { canListen: false })).toBe(
      "typing team",
    );
  });
  test("one at a time begins with typing, and a form with tapping", () => {
    const quietly = { isSpoken: false, canListen: true };
    expect(step({ phase: "start" }, "begun", quietly)).toBe("typing team");
    expect(step({ phase: "typing", ...team }, "skip", quietly)).toBe("choosing tools");
  });
  test("one at a time, an added answer leaves room for another", () => {
    expect(step({ phase: "typing", ...team }, "added", { isSpoken: false })).toBe("typing team");
  });
  test("a thin answer brings a short question, once, which can be left unanswered", () => {
    expect(step({ phase: "kept", ...team }, "settled", { dueProbe: 1 })).toBe("asking team 1");
    expect(step({ phase: "asking", ...team, probe: 1, isAgain: false }, "read")).toBe("listening team 1");
    expect(step({ ...listening, probe: 1 }, "unheard")).toBe("asking tools");
    expect(step({ ...listening, probe: 1 }, "pause")).toBe("paused team 1");
    expect(step({ phase: "paused", ...team, probe: 1 }, "continued")).toBe("listening team 1");
  });
  test("a client who is not heard twice is paused", () => {
    expect(step({ ...listening, isAgain: true }, "unheard")).toBe("paused team");
    expect(step(listening, "unheard", { readsAloud: false })).toBe("paused team");
  });
  test("the first question has none before it", () => {
    expect(step({ phase: "choosing", questionId: "profile" }, "back")).toBe("asking profile");
  });
  test("after the last open question everything is finished", () => {
    expect(step({ phase: "kept", questionId: "leads" }, "settled")).toBe("finished");
    const questions = ground.questions.map((question) => ({ ...question, isAnswered: true }));
    expect(step({ phase: "start" }, "begun", { questions })).toBe("finished");
  });
});

describe("at work", () => {
  const at = (phase: "asking" | "listening" | "quiet" | "kept" | "paused", rest = {}) =>
    workOf({ phase, ...team, isAgain: false, isHeard: false, ...rest } as TalkState, ground);

  test("the voice and the microphone are never on together, and the microphone is on only to listen", () => {
    expect(at("asking")).toEqual({ speaks: true, listens: false, timer: undefined });
    expect(at("listening")).toEqual({
      speaks: false,
      listens: true,
      timer: { ms: UNHEARD_MS, event: "unheard" },
    });
    expect(at("listening", { isHeard: true })).toEqual({ speaks: false, listens: true, timer: undefined });
    expect(at("quiet")).toEqual({ speaks: false, listens: true, timer: { ms: FILL_MS, event: "filled" } });
    expect(at("kept")).toEqual({ speaks: false, listens: false, timer: { ms: KEPT_MS, event: "settled" } });
    expect(at("paused")).toEqual({ speaks: false, listens: false, timer: undefined });
  });
  test("after silence, only a press continues when it is not hands-free", () => {
    expect(workOf({ phase: "quiet", ...team }, { isHandsFree: false }).timer).toBeUndefined();
  });
});

test("whatever happens, the current question is shown, and Skip ends it", () => {
  const events = fc.array(fc.constantFrom(...TYPES.filter((type) => type !== "close")), { maxLength: 60 });
  fc.assert(
    fc.property(events, fc.boolean(), fc.boolean(), (types, isSpoken, canListen) => {
      const now = { ...ground, isSpoken, canListen };
      let state: TalkState = talkStep({ phase: "start" }, { type: "begun" }, now);
      for (const type of types) {
        state = talkStep(state, { type }, now);
        const work = workOf(state, now);
        expect(work.speaks && work.listens).toBe(false);
        expect(work.listens && !(isSpoken && canListen)).toBe(false);
        if ("questionId" in state) expect(now.questions.map(({ id }) => id)).toContain(state.questionId);
      }
      for (const _ of now.questions) state = talkStep(state, { type: "skip" }, now);
      expect(state.phase).toBe("finished");
    }),
  );
});
