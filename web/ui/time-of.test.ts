import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { activateLanguage } from "./language/spoken-language.ts";
import { timeOf, timeOrDayOf } from "./time-of.ts";

beforeAll(() => {
  vi.stubGlobal("navigator", { languages: ["en-US"] });
  activateLanguage("en");
});
afterAll(() => void vi.unstubAllGlobals());

/** Noon on March 1 in the reader's zone. */
const NOW = new Date(2026, 2, 1, 12);
type Local = [year: number, month: number, day: number, hour: number, minute: number];
/** Replaces the narrow space that the engine writes before AM and PM, so that tests need not know it. */
const timeAt = (...local: Local) => timeOf(new Date(...local).toISOString(), NOW).replace(/\s/g, " ");

describe("an instant is shown in the reader's time zone,", () => {
  test.for([
    [0, 0, "12:00 AM"],
    [0, 5, "12:05 AM"],
    [9, 30, "9:30 AM"],
    [11, 59, "11:59 AM"],
    [23, 59, "11:59 PM"],
  ] as const)("today at %i:%i as %s", ([hour, minute, text]) => {
    expect(timeAt(2026, 2, 1, hour, minute)).toBe(text);
  });

  test("on another day with the day before it", () => {
    expect(timeAt(2026, 1, 28, 23, 59)).toBe("Feb 28, 11:59 PM");
    expect(timeAt(2026, 2, 2, 0, 0)).toBe("Mar 2, 12:00 AM");
  });

  test("in another year, on the same day of the month, with the day too", () => {
    expect(timeAt(2025, 2, 1, 14, 2)).toBe("Mar 1, 2:02 PM");
  });
});

test("when there is no room for both, it is the time for today and the day otherwise", () => {
  const shortAt = (...local: Local) => timeOrDayOf(new Date(...local).toISOString(), NOW).replace(/\s/g, " ");
  expect(shortAt(2026, 2, 1, 14, 2)).toBe("2:02 PM");
  expect(shortAt(2026, 1, 28, 23, 59)).toBe("Feb 28");
});

test("it follows the reader's locale: 24 hours in Britain, the forms of the United States in Spanish", () => {
  vi.stubGlobal("navigator", { languages: ["en-GB"] });
  expect(timeAt(2026, 2, 1, 14, 2)).toBe("14:02");
  vi.stubGlobal("navigator", { languages: ["en-US"] });
  activateLanguage("es");
  expect(timeAt(2026, 2, 1, 14, 2)).toBe("2:02 p.m.");
});
