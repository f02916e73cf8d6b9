import { expect, test } from "vitest";
import { stuckDaysIn } from "./stuck-days.ts";

test.each([
  ["1", 1],
  [" 7 ", 7],
  ["007", 7],
  ["365", 365],
  ["", null],
  ["  ", null],
])("“%s” is understood", (typed, days) => {
  expect(stuckDaysIn(typed)).toBe(days);
});

test.each(["0", "366", "-3", "2.5", "1e2", "0x10", "seven", "NaN", "Infinity", "9".repeat(400), "٧"])(
  "“%s” is not accepted as a number of days",
  (typed) => {
    expect(stuckDaysIn(typed)).toBeUndefined();
  },
);
