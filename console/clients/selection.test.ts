import { describe, expect, test } from "vitest";
import { type ChosenClientsChange, choose, countOf, isChosen, NOTHING_CHOSEN } from "./selection.ts";

const LINES = ["a", "b", "c", "d", "e"];
const making = (...choices: ChosenClientsChange[]) => choices.reduce(choose, NOTHING_CHOSEN);
const chosenIn = (...choices: ChosenClientsChange[]) =>
  LINES.filter((id) => isChosen(making(...choices), id));

describe("the selected lines", () => {
  test("one press selects a line, and the next press deselects it", () => {
    expect(chosenIn({ kind: "toggle", id: "b" })).toEqual(["b"]);
    expect(chosenIn({ kind: "toggle", id: "b" }, { kind: "toggle", id: "b" })).toEqual([]);
  });

  test("a range reaches from the last pressed line, up or down", () => {
    const toD: ChosenClientsChange = { kind: "range", id: "d", lines: LINES };
    expect(chosenIn({ kind: "toggle", id: "b" }, toD)).toEqual(["b", "c", "d"]);
    expect(chosenIn({ kind: "toggle", id: "e" }, toD)).toEqual(["d", "e"]);
  });

  test("a range whose start is missing selects one line", () => {
    expect(chosenIn({ kind: "range", id: "c", lines: LINES })).toEqual(["c"]);
    const gone: ChosenClientsChange[] = [
      { kind: "toggle", id: "gone" },
      { kind: "range", id: "c", lines: LINES },
    ];
    expect(chosenIn(...gone)).toEqual(["c"]);
  });

  test("“all” selects every match, also those not fetched yet, except lines deselected afterwards", () => {
    const all = making({ kind: "all" }, { kind: "toggle", id: "b" });
    expect(LINES.filter((id) => isChosen(all, id))).toEqual(["a", "c", "d", "e"]);
    expect(isChosen(all, "not fetched")).toBe(true);
    expect(countOf(all, 312)).toBe(311);
  });

  test("clearing the selection leaves no line selected", () => {
    expect(countOf(making({ kind: "all" }, { kind: "none" }), 312)).toBe(0);
    expect(countOf(making({ kind: "these", ids: ["a", "b"] }), 312)).toBe(2);
  });
});
