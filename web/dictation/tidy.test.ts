import { describe, expect, test } from "vitest";
import { tidyUp } from "./tidy.ts";
import type { Utterance } from "./transcript-of.ts";

/** Utterances, each with the silence before it in milliseconds. */
function spoken(...parts: [text: string, silenceMs?: number][]): Utterance[] {
  let now = 0;
  return parts.map(([text, silenceMs = 0]) => {
    now += silenceMs;
    return { text, isSettled: true, follows: false, firstAt: now, lastAt: now };
  });
}

describe("words from an engine that sets no punctuation", () => {
  test("begin with a capital and end with a full stop", () => {
    expect(tidyUp(spoken(["two of us"]), "")).toBe("Two of us.");
  });

  test("are separate sentences when a pause was longer than 1.2 s", () => {
    const parts = spoken(["two of us"], ["and a dog", 1_200], ["we open at nine", 1_201]);
    expect(tidyUp(parts, "")).toBe("Two of us and a dog. We open at nine.");
  });

  test("are not a separate sentence while the engine may still change them", () => {
    const [first, second] = spoken(["two"], ["of us", 5_000]);
    expect(tidyUp([{ ...first, isSettled: false } as Utterance, second as Utterance], "")).toBe("Two of us.");
  });

  test.for([
    ["We are", "two of us."],
    ["We are here,", "two of us."],
    ["We are here.", "Two of us."],
    ["“We are here.” ", "Two of us."],
    ["We are:\n", "Two of us."],
    ["  ", "Two of us."],
  ])("continue from %j with %j", ([before = "", text]) => {
    expect(tidyUp(spoken(["two of us"]), before)).toBe(text);
  });

  test("keep the engine's capitals, and dots inside of words and numbers", () => {
    expect(tidyUp(spoken(["QuickBooks at rosa.example costs 3.5 a day"]), "")).toBe(
      "QuickBooks at rosa.example costs 3.5 a day.",
    );
  });
});

test.for(["Two of us.", "two of us, and a dog", "are you there? yes", "Wait…"])(
  "%j has its punctuation from the engine, and stays unchanged",
  (text) => {
    expect(tidyUp(spoken([text]), "")).toBe(text);
  },
);

test("without content make no sentence", () => {
  expect(tidyUp([], "")).toBe("");
});
