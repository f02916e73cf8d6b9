import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileText, trickyGraphemes } from "../tests/support/data/arbitraries.ts";
import { ANSWER_NAME_CHARACTERS, ANSWER_PREVIEW_CHARACTERS } from "./limits.ts";
import { countWords, isBlank, shorten } from "./text.ts";

const graphemesOf = (text: string) =>
  Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text), (part) => part.segment);

describe("shortening a text", () => {
  test.each([ANSWER_NAME_CHARACTERS, ANSWER_PREVIEW_CHARACTERS])(
    "a text of exactly %i characters stays whole, and one more character is cut",
    (limit) => {
      expect(shorten("x".repeat(limit), limit)).toBe("x".repeat(limit));
      expect(shorten("x".repeat(limit + 1), limit)).toBe(`${"x".repeat(limit)}...`);
    },
  );

  test.each(trickyGraphemes)("%j counts as one character and is never cut in half", (grapheme) => {
    // a hyphen between them keeps flags, Hangul and returns from joining their neighbors
    const whole = Array(25).fill(`${grapheme}-`).join("");
    expect(shorten(whole, 50)).toBe(whole);
    expect(shorten(`${whole}${grapheme}`, 50)).toBe(`${whole}...`);
  });

  test("a row of flags is cut between two flags", () => {
    expect(shorten("🇩🇪".repeat(60), 50)).toBe(`${"🇩🇪".repeat(50)}...`);
  });

  test("a letter under a thousand accents is still one letter", () => {
    const zalgo = `a${"\u0301".repeat(1_000)}`;
    expect(shorten(zalgo, 1)).toBe(zalgo);
    expect(shorten(`${zalgo}b`, 1)).toBe(`${zalgo}...`);
  });

  test("the result is the longest run of whole characters that fits", () => {
    fc.assert(
      fc.property(hostileText(), fc.integer({ min: 0, max: 100 }), (text, limit) => {
        const graphemes = graphemesOf(text);
        const expected = graphemes.length <= limit ? text : `${graphemes.slice(0, limit).join("")}...`;
        expect(shorten(text, limit)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  test.each(["\u0301", "\u200d👍", "\r\n", "é", "\u{1f3fd}"])(
    "%j after plain letters is not part of the plain text",
    (mark) => {
      const text = `${"x".repeat(20)}${mark}${"y".repeat(20)}`;
      for (let limit = 15; limit <= 25; limit++) {
        expect(shorten(text, limit)).toBe(`${graphemesOf(text).slice(0, limit).join("")}...`);
      }
    },
  );

  test("the longest possible answer is shortened", () => {
    expect(shorten("👩‍👩‍👧‍👦".repeat(1_818), 80)).toBe(`${"👩‍👩‍👧‍👦".repeat(80)}...`);
  });
});

describe("blank text", () => {
  test.each(["", " ", "\n\r\n\t", "\u00a0\u2003\ufeff"])("%j is blank", (text) => {
    expect(isBlank(text)).toBe(true);
  });

  test.each(["a", " . ", "\n0\n", "\u0000"])("%j is not blank", (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe("counting words", () => {
  test.each([
    ["", 0],
    [" \n\t ", 0],
    ["word", 1],
    ["  two   words \n", 2],
    ["one\ntwo\r\nthree\u00a0four", 4],
    ["don't re-count, please", 3],
    ["👍 👍", 2],
  ])("%j has %i words", (text, count) => {
    expect(countWords(text)).toBe(count);
  });

  test("a text has no words exactly when it is blank", () => {
    fc.assert(fc.property(hostileText(), (text) => (countWords(text) === 0) === isBlank(text)));
  });
});
