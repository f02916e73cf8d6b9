import { expect, test } from "vitest";
import { byDay } from "./by-day.ts";

test("events of one day, in the reader's time zone, are grouped in their order", () => {
  const at = (...time: [number, number, number, number, number]) => ({ at: new Date(...time).toISOString() });
  const evening = at(2026, 10, 25, 23, 59);
  const midnight = at(2026, 10, 25, 0, 0);
  const before = at(2026, 10, 24, 23, 59);
  expect(byDay([evening, midnight, before]).map(({ entries }) => entries)).toEqual([
    [evening, midnight],
    [before],
  ]);
  expect(byDay([])).toEqual([]);
});
