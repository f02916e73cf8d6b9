import { expect, test } from "vitest";
import type { AuditLine } from "#contract/manage/audit.ts";
import { byDay, endOfDay, startOfDay } from "./audit-days.ts";

const lineAt = (at: Date) => ({ eventId: at.toISOString(), at: at.toISOString() }) as AuditLine;

test("lines stand under their day where the reader is, in their order", () => {
  const evening = lineAt(new Date(2026, 10, 25, 23, 59));
  const morning = lineAt(new Date(2026, 10, 25, 0, 0));
  const before = lineAt(new Date(2026, 10, 24, 23, 59));
  expect(byDay([evening, morning, before]).map(({ lines }) => lines)).toEqual([[evening, morning], [before]]);
  expect(byDay([])).toEqual([]);
});

test("a day is from its midnight to the next, also where a clock is put on", () => {
  for (const day of ["2026-11-25", "2026-03-08", "2026-11-01", "2026-12-31"]) {
    expect(new Date(startOfDay(day)).getHours()).toBe(0);
    expect(new Date(endOfDay(day)).getHours()).toBe(0);
    expect(Date.parse(endOfDay(day))).toBeGreaterThan(Date.parse(startOfDay(day)));
  }
  expect(endOfDay("2026-12-31")).toBe(startOfDay("2027-01-01"));
});
