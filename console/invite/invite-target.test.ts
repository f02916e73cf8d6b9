import { expect, test } from "vitest";
import { tomorrowMorning } from "./invite-target.ts";

test.each([
  [new Date(2026, 10, 24, 23, 59), new Date(2026, 10, 25, 8)],
  [new Date(2026, 10, 30, 0, 1), new Date(2026, 11, 1, 8)],
  [new Date(2026, 11, 31, 12), new Date(2027, 0, 1, 8)],
])("after %s, tomorrow morning is %s", (now, morning) => {
  expect(tomorrowMorning(now)).toEqual(morning);
});
