import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { openDeviceItems } from "../draft/device-items.ts";
import { openDraft } from "../draft/draft-store.ts";
import { openVault } from "../draft/vault.ts";
import type { Ears, HeardHandlers } from "./ears.ts";
import { createTalk } from "./talk.ts";

const timers = {
  setTimeout: (run: () => void, afterMs: number) => setTimeout(run, afterMs),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
};
const DRAFT_KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
const CLOSING_MS = 100;

/** Ears that the test speaks to. Strict: they are opened once at a time, and closing takes a while. */
function fakeEars() {
  const opened: string[] = [];
  let handlers: HeardHandlers | undefined;
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
  return { talk, phase, closed };
}

beforeEach(() => vi.useRealTimers());
afterEach(() => {
  vi.useRealTimers();
});

test("two quick presses lead to the question at hand, and it alone is listened to", async () => {
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

test("where one way of listening fails, the next one is tried, and then there is the box", async () => {
  const [first, second] = [fakeEars(), fakeEars()];
  const { phase } = await setUp([first, second]);
  first.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect([second.isOpen(), phase()]).toEqual([true, "listening"]);
  second.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(phase()).toBe("typing");
});

test("Got it is said once the answer is kept, and a pause tells how much that was", async () => {
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

test("it is over once what was heard is kept, with the question to open", async () => {
  const own = fakeEars();
  const { talk, closed } = await setUp([own]);
  talk.tell("close");
  expect(closed).toEqual([]);
  await vi.advanceTimersByTimeAsync(CLOSING_MS);
  expect([closed, own.isOpen()]).toEqual([["team-description"], false]);
});
