import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { writtenQuestions } from "#contract/interview/interview.ts";
import { ANSWERS_PER_QUESTION_MAX } from "#contract/limits.ts";
import { type Answer, describeAnswer } from "#contract/record/answer.ts";
import { openDeviceItems } from "../draft/device-items.ts";
import { openDraft } from "../draft/draft-store.ts";
import { openVault } from "../draft/vault.ts";
import type { Ears, VoiceActivityHandlers } from "./ears.ts";
import { createTalk } from "./talk.ts";

const timers = {
  setTimeout: (run: () => void, afterMs: number) => setTimeout(run, afterMs),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
};
const DRAFT_KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
const CLOSING_MS = 100;
const TEAM = "team-description";

/** Fake ears that the test speaks to. Strict: they can be open only once at a time, and closing takes a while. */
function fakeEars() {
  const opened: string[] = [];
  let handlers: VoiceActivityHandlers | undefined;
  let heard: (() => void) | undefined;
  const ears: Ears = {
    open(questionId, given) {
      if (handlers) throw new Error("They are open already");
      handlers = given;
      opened.push(questionId);
    },
    async close() {
      if (!handlers) throw new Error("They are closed already");
      await new Promise((resolve) => setTimeout(resolve, CLOSING_MS));
      handlers = undefined;
      heard?.();
      return 2;
    },
  };
  return {
    ears,
    opened,
    isOpen: () => handlers !== undefined,
    fail() {
      const failing = handlers;
      handlers = undefined;
      failing?.onFailure();
    },
    speak: () => handlers?.onSpeech(),
    /** Sets what turns the heard words into an answer when the ears close. */
    onHeard(act: () => void) {
      heard = act;
    },
  };
}

async function setUp(all = [fakeEars()]) {
  const items = new Map<string, string>();
  const draft = await openDraft({
    interview: builtInInterview,
    items: openDeviceItems({
      interview: builtInInterview,
      findStorage: () =>
        ({
          getItem: (name: string) => items.get(name) ?? null,
          setItem: (name: string, text: string) => void items.set(name, text),
          removeItem: (name: string) => void items.delete(name),
        }) as unknown as Storage,
      clientId: "rosa",
      vault: await openVault(crypto, DRAFT_KEY),
      keepAside: async () => undefined,
    }),
    journal: undefined,
    loaded: undefined,
    clock: () => 0,
    newId: () => "an-id",
  });
  const closed: (string | undefined)[] = [];
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const talk = createTalk({
    draft,
    ears: all.map(({ ears }) => ears),
    voice: undefined,
    settings: { readsAloud: true, isHandsFree: true },
    isSpoken: true,
    language: () => "en",
    timers,
    page: page as unknown as Document,
    isCovered: () => false,
    keepAwake: () => undefined,
    nudge: () => undefined,
    onClosed: (questionId) => void closed.push(questionId),
  });
  vi.useFakeTimers();
  await talk.begin({ readsAloud: true, isHandsFree: true });
  talk.tell("skip");
  await vi.advanceTimersByTimeAsync(0);
  const phase = () => talk.store.getState().state.phase;
  return { talk, phase, closed, draft };
}

function teamAnswer(id: string): Answer {
  const asked = writtenQuestions(builtInInterview).find(({ question }) => question.id === TEAM);
  if (!asked) throw new Error("The question has moved");
  const recorded = { type: "text", content: `We are ${id}.`, timestamp: "", id } as const;
  return describeAnswer(asked.section, asked.question, recorded);
}

beforeEach(() => vi.useRealTimers());
afterEach(() => {
  vi.useRealTimers();
});

test("two quick presses lead to the current question, and only that one is listened to", async () => {
  const own = fakeEars();
  const { talk, phase } = await setUp([own]);
  expect(own.opened).toEqual(["team-description"]);
  talk.tell("skip");
  talk.tell("skip");
  talk.tell("skip");
  await vi.advanceTimersByTimeAsync(CLOSING_MS);
  expect([phase(), own.opened.at(-1)]).toEqual(["listening", "booking-process"]);
  expect(own.opened).toHaveLength(2);
});

test("a client who stops speaking to type gets the box, with the spoken words above it", async () => {
  const own = fakeEars();
  const { talk, phase, draft } = await setUp([own]);
  own.onHeard(() => draft.dispatch({ type: "answer-added", answer: teamAnswer("spoken") }));
  own.speak();
  talk.tell("type-instead");
  await vi.advanceTimersByTimeAsync(2 * CLOSING_MS);
  expect(phase()).toBe("typing");
  expect(draft.store.getState().draft.answers.written[TEAM]).toHaveLength(1);
  // the typed answer then leads on
  draft.dispatch({ type: "answer-added", answer: teamAnswer("typed") });
  expect(phase()).toBe("kept");
});

test("a full question is not listened to, and its card says so", async () => {
  const own = fakeEars();
  const { talk, phase, draft } = await setUp([own]);
  for (let place = 0; place < ANSWERS_PER_QUESTION_MAX; place++)
    draft.dispatch({ type: "answer-added", answer: teamAnswer(`a${place}`) });
  talk.tell("skip");
  await vi.advanceTimersByTimeAsync(CLOSING_MS);
  expect(phase()).toBe("choosing");
  talk.tell("back");
  await vi.advanceTimersByTimeAsync(CLOSING_MS);
  expect([phase(), own.opened]).toEqual(["typing", [TEAM]]);
  talk.tell("skip");
  talk.tell("skip");
  await vi.advanceTimersByTimeAsync(CLOSING_MS);
  // the microphone works for the next questions
  expect(phase()).toBe("listening");
});

test("when one way of listening fails, the next one is tried, and then the box is shown", async () => {
  const [first, second] = [fakeEars(), fakeEars()];
  const { phase } = await setUp([first, second]);
  first.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect([second.isOpen(), phase()]).toEqual([true, "listening"]);
  second.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(phase()).toBe("typing");
});

test("Got it is said once the answer is kept, and a pause says how much was kept", async () => {
  const own = fakeEars();
  const { talk, phase } = await setUp([own]);
  own.speak();
  talk.tell("pause");
  await vi.advanceTimersByTimeAsync(CLOSING_MS);
  expect([phase(), talk.store.getState().keptSeconds]).toEqual(["paused", 2]);
  talk.tell("continued");
  await vi.advanceTimersByTimeAsync(0);
  own.speak();
  talk.tell("done");
  await vi.advanceTimersByTimeAsync(CLOSING_MS + 699);
  expect(phase()).toBe("kept");
  await vi.advanceTimersByTimeAsync(1);
  expect(phase()).toBe("choosing");
});

test("it ends once the heard words are kept, with the question to open", async () => {
  const own = fakeEars();
  const { talk, closed } = await setUp([own]);
  talk.tell("close");
  expect(closed).toEqual([]);
  await vi.advanceTimersByTimeAsync(CLOSING_MS);
  expect([closed, own.isOpen()]).toEqual([["team-description"], false]);
});
