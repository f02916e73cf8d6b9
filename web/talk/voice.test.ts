import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createVoice, findSynthesis } from "./voice.ts";

const timers = {
  setTimeout: (run: () => void, afterMs: number) => setTimeout(run, afterMs),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
};

type Utterance = SpeechSynthesisUtterance;
const local = { lang: "en-US", localService: true, default: false } as SpeechSynthesisVoice;
const remote = { lang: "en-US", localService: false, default: true } as SpeechSynthesisVoice;

/** An engine that ends when the test says so. Strict: it allows one utterance at a time, with a local voice. */
function setUp(voices: SpeechSynthesisVoice[] = [remote, local]) {
  const spoken: string[] = [];
  let current: Utterance | undefined;
  const events = new EventTarget();
  const synthesis = {
    getVoices: () => voices,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    speak(utterance: Utterance) {
      if (current) throw new Error("It speaks already");
      if (!utterance.voice?.localService) throw new Error("It would send words to a server");
      current = utterance;
      spoken.push(utterance.text);
    },
    cancel() {
      const canceled = current;
      current = undefined;
      canceled?.onerror?.(new Event("error") as SpeechSynthesisErrorEvent);
    },
  } as unknown as SpeechSynthesis;
  const newUtterance = (text: string) => ({ text }) as Utterance;
  const voice = createVoice({ synthesis, newUtterance, timers });
  return {
    voice,
    spoken,
    isSpeaking: () => current !== undefined,
    async end() {
      const ended = current;
      current = undefined;
      ended?.onend?.(new Event("end") as SpeechSynthesisEvent);
      await vi.advanceTimersByTimeAsync(0);
    },
    bring(...more: SpeechSynthesisVoice[]) {
      voices.push(...more);
      events.dispatchEvent(new Event("voiceschanged"));
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("it reads sentence by sentence, with a local voice", async () => {
  const { voice, spoken, end } = setUp();
  const reading = voice.read("Who works with you? What do they do?", "en");
  expect(spoken).toEqual(["Who works with you?"]);
  await end();
  expect(spoken).toEqual(["Who works with you?", "What do they do?"]);
  await end();
  expect(await reading).toBe(true);
});

test("continues after a sentence whose end event never comes, and is then silent", async () => {
  const { voice, spoken, isSpeaking } = setUp();
  const reading = voice.read("Who works with you?", "en");
  await vi.advanceTimersByTimeAsync(4_000);
  expect(isSpeaking()).toBe(true);
  await vi.advanceTimersByTimeAsync(100);
  expect(await reading).toBe(true);
  expect([spoken.length, isSpeaking()]).toEqual([1, false]);
});

test("stops in the middle, and the stopped reading reports nothing more", async () => {
  const { voice, spoken, isSpeaking } = setUp();
  const reading = voice.read("Who works with you? What do they do?", "en");
  voice.stop();
  expect(await reading).toBe(false);
  expect([spoken.length, isSpeaking()]).toEqual([1, false]);
});

test("another reading replaces the first", async () => {
  const { voice, spoken, end } = setUp();
  const first = voice.read("Who works with you? What do they do?", "en");
  const second = voice.read("Where are you?", "en");
  expect(await first).toBe(false);
  await end();
  expect(await second).toBe(true);
  expect(spoken).toEqual(["Who works with you?", "Where are you?"]);
});

test("waits a second for voices, and uses none that would send the words elsewhere", async () => {
  const late = setUp([]);
  const found = late.voice.isThere("en");
  await vi.advanceTimersByTimeAsync(500);
  late.bring(remote);
  late.bring(local);
  expect(await found).toBe(true);

  const { voice } = setUp([remote]);
  const missing = voice.isThere("en");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await missing).toBe(false);
  const spanish = setUp().voice.isThere("es");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await spanish).toBe(false);
});

test("a browser without a voice has none", () => {
  expect(findSynthesis({})).toBeUndefined();
});
