import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileText } from "../../../tests/support/data/arbitraries.ts";
import { isolateBidi, shownText } from "./shown-text.ts";

describe("the shown form of a text", () => {
  test("keeps its lines, tabs, emoji and direction", () => {
    const text = "a\tb\r\nc 👩‍👩‍👧‍👦 \u202eשלום\u2028";
    expect(shownText(text)).toBe(text);
  });

  test("shows invisible characters as visible ones", () => {
    expect(shownText("\0\u001b[31m\u007f\u0085\ud83d")).toBe("\u2400\u241b[31m\u2421\ufffd\ufffd");
  });

  test("cannot steer a terminal and can always be written to a file", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const shown = shownText(text);
        expect(shown).not.toMatch(/[^\P{Cc}\t\n\r]/u);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown).toHaveLength(text.length);
      }),
    );
  });
});

describe("an isolated line", () => {
  test("is unchanged where nothing in it changes the direction", () => {
    expect(isolateBidi("plain, and שלום")).toBe("plain, and שלום");
  });

  test.each([
    ["an override that is left open", "a\u202eb", "\u2068a\u202eb\u202c\u2069"],
    ["two that are left open", "\u202e\u2067", "\u2068\u202e\u2067\u2069\u202c\u2069"],
    ["an end without a beginning", "a\u2069\u202cb", "\u2068ab\u2069"],
    ["a pair", "\u2066a\u2069", "\u2068\u2066a\u2069\u2069"],
    ["a mark", "\u200fa", "\u2068\u200fa\u2069"],
  ])("affects nothing outside of itself: %s", (_what, line, expected) => {
    expect(isolateBidi(line)).toBe(expected);
  });

  test("leaves no direction mark open, whatever it contains", () => {
    const marks = fc.constantFrom(
      "a",
      "\u202a",
      "\u202b",
      "\u202c",
      "\u202d",
      "\u202e",
      "\u2066",
      "\u2067",
      "\u2068",
      "\u2069",
    );
    fc.assert(
      fc.property(
        fc.array(marks).map((parts) => parts.join("")),
        (line) => {
          const depths = depthsOf(isolateBidi(line));
          expect(depths.at(-1) ?? 0).toBe(0);
          // except at its end, the line never closes the isolation that surrounds it
          expect(Math.min(1, ...depths.slice(0, -1))).toBeGreaterThanOrEqual(
            isolateBidi(line) === line ? 0 : 1,
          );
        },
      ),
    );
  });
});

/** The number of marks that are open after each character. */
function depthsOf(line: string): number[] {
  let depth = 0;
  return [...line].map((character) => {
    if (/[\u202a\u202b\u202d\u202e\u2066-\u2068]/.test(character)) depth++;
    if (/[\u202c\u2069]/.test(character)) depth--;
    return depth;
  });
}
