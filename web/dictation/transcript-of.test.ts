import { describe, expect, test } from "vitest";
import {
  androidChrome,
  androidCumulative,
  androidResent,
  desktopChrome,
  type Recording,
  safari,
} from "../../tests/support/fakes/speech-engines.ts";
import type { SpeechResult } from "./recognizer.ts";
import {
  addResults,
  closeList,
  type HeardSpeech,
  NOTHING_HEARD,
  textOf,
  utterancesOf,
} from "./transcript-of.ts";

type Alternative = [transcript: string, confidence?: number, manner?: "final" | "interim"];

const result = ([transcript, confidence = 0.9, manner = "final"]: Alternative): SpeechResult => ({
  transcript,
  confidence,
  isFinal: manner === "final",
});

const hearing = (...lists: Alternative[][]): HeardSpeech =>
  lists.reduce((heard, list, place) => addResults(heard, list.map(result), place * 1_000), NOTHING_HEARD);
const textAfter = (...lists: Alternative[][]) => textOf(utterancesOf(hearing(...lists)));

/** The text after each result, as the client sees it appear. */
function textsOf({ events, afterStop }: Recording): string[] {
  let heard = NOTHING_HEARD;
  return [...events, ...afterStop].flatMap((event) => {
    if (event.type !== "result") return [];
    heard = addResults(heard, event.results.map(result), event.at);
    return [textOf(utterancesOf(heard))];
  });
}

describe("each engine's words are read once, as they come:", () => {
  test("desktop Chrome", () => {
    expect(textsOf(desktopChrome)).toEqual([
      "we",
      "we call back",
      "we call back the same day",
      "we call back the same day",
      "we call back the same day they",
      "we call back the same day they like it",
      "we call back the same day they like it",
    ]);
  });

  test("Android, where each guess is a further result with confidence 0", () => {
    expect(textsOf(androidChrome)).toEqual(["we", "we col", "we call back", "we call back"]);
  });

  test("Android, where each final result repeats all the words before it", () => {
    expect(textsOf(androidCumulative)).toEqual(["hi", "hi how", "hi how is the weather"]);
  });

  test("Android, where a final result is sent twice and a new list begins in the same run", () => {
    expect(textsOf(androidResent)).toEqual([
      "we call back",
      "we call back",
      "we call back the same",
      "we call back the same day",
    ]);
  });

  test("Safari", () => {
    expect(textsOf(safari)).toEqual(["We", "We call back the", "We call back the same day."]);
  });
});

describe("words", () => {
  test("said twice stay twice when the engine says that they follow", () => {
    expect(textAfter([["no"], [" no"], [" no we never do"]])).toBe("no no no we never do");
  });

  test("that the engine takes back are removed", () => {
    expect(textAfter([["we call", 0.5, "interim"]], [["he calls back", 0.5, "interim"]])).toBe(
      "he calls back",
    );
  });

  test("of a guess replaced by a shorter list are not repeated", () => {
    const list: Alternative[] = [
      ["we call", 0.9, "interim"],
      [" back", 0.01, "interim"],
    ];
    expect(textAfter(list, [["we call back", 0.9, "interim"]])).toBe("we call back");
  });

  test("of a one-word guess belong to another sentence when the next guess begins differently", () => {
    expect(
      textAfter([
        ["yes", 0],
        ["we do", 0],
      ]),
    ).toBe("yes we do");
  });

  test("that differ only in capitals and commas are the same", () => {
    expect(textAfter([["two of us", 0, "final"], ["Two of us,"]])).toBe("Two of us,");
  });

  test("that are part of a longer word are different words", () => {
    expect(textAfter([["one"], ["oneself"]])).toBe("one oneself");
  });

  test("are empty where the engine has no words", () => {
    expect([textAfter([]), textAfter([[""], ["  "]]), textAfter([["we"], [""]])]).toEqual(["", "", "we"]);
  });

  test("of a closed list stay, including guesses, before those of the next one", () => {
    const first = closeList(hearing([["we call"], [" back", 0.2, "interim"]]));
    const both = addResults(first, [result(["we call again"])], 9_000);
    expect(textOf(utterancesOf(both))).toBe("we call back we call again");
    expect(utterancesOf(first).every(({ isSettled }) => isSettled)).toBe(true);
  });

  test("that the engine dropped from its list are not lost", () => {
    expect(textAfter([["we call back"], [" today"]], [["thanks", 0.2, "interim"]])).toBe(
      "we call back today thanks",
    );
  });
});

describe("the times", () => {
  const times = (heard: HeardSpeech) => utterancesOf(heard).map(({ firstAt, lastAt }) => [firstAt, lastAt]);

  test("are those of the first and the last change, not of the final result", () => {
    const guess: Alternative = ["we call", 0.5, "interim"];
    expect(times(hearing([guess], [["we call back", 0.5, "interim"]], [["we call back"]]))).toEqual([
      [0, 1_000],
    ]);
  });

  test("of words that move from one result to another stay", () => {
    const guesses: Alternative[] = [
      ["we call", 0.9, "interim"],
      [" back", 0.01, "interim"],
    ];
    expect(
      times(hearing(guesses, [["we call back"]], [["we call back"], [" soon", 0.1, "interim"]])),
    ).toEqual([
      [0, 0],
      [2_000, 2_000],
    ]);
  });
});
