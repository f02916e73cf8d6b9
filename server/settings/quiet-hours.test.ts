import { describe, expect, test } from "vitest";
import { parseQuietHours } from "./quiet-hours.ts";

describe("the setting", () => {
  test("has two hours, and a zone where that is not the machine's", () => {
    expect(parseQuietHours("21-7 America/New_York")).toEqual({
      from: 21,
      to: 7,
      timeZone: "America/New_York",
    });
    expect(parseQuietHours("21-7")).toEqual({ from: 21, to: 7, timeZone: undefined });
    expect(parseQuietHours(undefined)).toBeUndefined();
  });

  test.each([
    "20",
    "20-24",
    "8-8",
    "20-8 Nowhere/Town",
    "20:00-8:00",
    "-1-8",
    "20-8 UTC UTC",
    "x".repeat(100_000),
  ])("refuses %j", (text) => {
    expect(() => parseQuietHours(text)).toThrow(/expected|there is no time zone/);
  });
});
