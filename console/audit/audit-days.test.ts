import { expect, test } from "vitest";
import { endOfDay, startOfDay } from "./audit-days.ts";

test("a day runs from midnight to midnight, also on days when the clocks change", () => {
  for (const day of ["2026-11-25", "2026-03-08", "2026-11-01", "2026-12-31"]) {
    expect(new Date(startOfDay(day)).getHours()).toBe(0);
    expect(new Date(endOfDay(day)).getHours()).toBe(0);
    expect(Date.parse(endOfDay(day))).toBeGreaterThan(Date.parse(startOfDay(day)));
  }
  expect(endOfDay("2026-12-31")).toBe(startOfDay("2027-01-01"));
});
