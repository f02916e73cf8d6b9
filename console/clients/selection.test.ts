import { describe, expect, test } from "vitest";
import { type Choice, choose, countOf, isChosen, NOTHING_CHOSEN } from "./selection.ts";

const LINES = ["a", "b", "c", "d", "e"];
const making = (...choices: Choice[]) => choices.reduce(choose, NOTHING_CHOSEN);
const chosenIn = (...choices: Choice[]) => LINES.filter((id) => isChosen(making(...choices), id));

describe("the lines that are chosen", () => {
  test("a line is chosen by a press, and not any more by another", () => {
    expect(chosenIn({ kind: "toggle", id: "b" })).toEqual(["b"]);
    expect(chosenIn({ kind: "toggle", id: "b" }, { kind: "toggle", id: "b" })).toEqual([]);
  });

  test("a range reaches from the line that was pressed last, down or up", () => {
    const toD: Choice = { kind: "range", id: "d", lines: LINES };
    expect(chosenIn({ kind: "toggle", id: "b" }, toD)).toEqual(["b", "c", "d"]);
    expect(chosenIn({ kind: "toggle", id: "e" }, toD)).toEqual(["d", "e"]);
  });

  test("a range without a beginning, or whose beginning is gone, is one line", () => {
    expect(chosenIn({ kind: "range", id: "c", lines: LINES })).toEqual(["c"]);
    const gone: Choice[] = [
      { kind: "toggle", id: "gone" },
      { kind: "range", id: "c", lines: LINES },
    ];
    expect(chosenIn(...gone)).toEqual(["c"]);
  });

  test("everything is everything that is found, also what has not been fetched, but what is taken out again", () => {
    const all = making({ kind: "all" }, { kind: "toggle", id: "b" });
    expect(LINES.filter((id) => isChosen(all, id))).toEqual(["a", "c", "d", "e"]);
    expect(isChosen(all, "not fetched")).toBe(true);
    expect(countOf(all, 312)).toBe(311);
  });

  test("taking all back leaves nothing", () => {
    expect(countOf(making({ kind: "all" }, { kind: "none" }), 312)).toBe(0);
    expect(countOf(making({ kind: "these", ids: ["a", "b"] }), 312)).toBe(2);
  });
});
