import { expect, test } from "vitest";
import { weeksOf } from "./weeks.ts";

const today = "2026-11-25"; // a Wednesday

test("weeks go from the Monday of the first day to today's Sunday", () => {
  expect(weeksOf({ from: "2026-11-15", to: undefined, today })).toEqual([
    { from: "2026-11-09", to: "2026-11-15" },
    { from: "2026-11-16", to: "2026-11-22" },
    { from: "2026-11-23", to: "2026-11-29" },
  ]);
});

test("without a first day the weeks are the latest 54, up to the last day", () => {
  const all = weeksOf({ today });
  expect(all).toHaveLength(54);
  expect(all.at(-1)).toEqual({ from: "2026-11-23", to: "2026-11-29" });
  expect(weeksOf({ to: "2025-01-01", today }).at(-1)).toEqual({ from: "2024-12-30", to: "2025-01-05" });
});

test("365 days fit, more do not, and a future day gives one week", () => {
  for (let back = 0; back < 7; back++) {
    const from = new Date(Date.parse(today) - (365 + back) * 86_400_000).toISOString().slice(0, 10);
    expect(weeksOf({ from, today }).length).toBeLessThanOrEqual(54);
  }
  expect(weeksOf({ from: "2001-01-01", today })).toHaveLength(54);
  expect(weeksOf({ from: "2027-01-01", today })).toEqual([{ from: "2026-12-28", to: "2027-01-03" }]);
});
