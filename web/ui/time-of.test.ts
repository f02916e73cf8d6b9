import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { speak } from "./language/spoken-language.ts";
import { timeOf } from "./time-of.ts";

beforeAll(() => {
  vi.stubGlobal("navigator", { languages: ["en-US"] });
  speak("en");
});
afterAll(() => void vi.unstubAllGlobals());

/** Noon of the first of March, where the reader is. */
const NOW = new Date(2026, 2, 1, 12);
type Local = [year: number, month: number, day: number, hour: number, minute: number];
const told = (...local: Local) => timeOf(new Date(...local).toISOString(), NOW);

describe("an instant is told in the reader's time zone,", () => {
  test.for([
    [0, 0, "00:00"],
    [0, 5, "00:05"],
    [9, 30, "09:30"],
    [11, 59, "11:59"],
    [23, 59, "23:59"],
  ] as const)("today at %i:%i as %s", ([hour, minute, text]) => {
    expect(told(2026, 2, 1, hour, minute)).toBe(text);
  });

  test("on another day with the day before it", () => {
    expect(told(2026, 1, 28, 23, 59)).toBe("Feb 28, 23:59");
    expect(told(2026, 2, 2, 0, 0)).toBe("Mar 2, 00:00");
  });

  test("in another year, on the same day of the month, with the day too", () => {
    expect(told(2025, 2, 1, 14, 2)).toBe("Mar 1, 14:02");
  });
});
