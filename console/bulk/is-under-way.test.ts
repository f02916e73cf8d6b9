import { expect, test } from "vitest";
import { isUnderWay } from "./is-under-way.ts";

test("a bulk action is under way until it is done, or until no part of it is left", () => {
  expect(isUnderWay({ state: "running", done: 0 })).toBe(true);
  expect(isUnderWay({ state: "undone", done: 22 })).toBe(true);
  expect(isUnderWay({ state: "undone", done: 0 })).toBe(false);
  for (const state of ["done", "stopped"] as const) expect(isUnderWay({ state, done: 22 })).toBe(false);
});
