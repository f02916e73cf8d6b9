import { afterEach, describe, expect, test, vi } from "vitest";
import { activateLanguage, addWords, dateWords, numberWords } from "./spoken-language.ts";

const DAY = new Date(2026, 10, 3);

afterEach(() => {
  vi.unstubAllGlobals();
  activateLanguage("en");
});

describe("days and numbers are written in the interface language, in the reader's regional form", () => {
  test.each([
    [["en-US"], "en", "11/3/26", "1,234.5"],
    [["de-DE", "en-GB", "en"], "en", "03/11/2026", "1,234.5"],
    [["en-US"], "es", "3/11/2026", "1,234.5"],
    [["es-MX", "en-US"], "es", "03/11/26", "1,234.5"],
    [[], "en", "11/3/26", "1,234.5"],
  ] as const)("a browser of %j, in %s", (languages, language, day, number) => {
    vi.stubGlobal("navigator", { languages });
    addWords(language, {});
    activateLanguage(language);
    expect(dateWords(DAY, { dateStyle: "short" })).toBe(day);
    expect(numberWords(1234.5)).toBe(number);
  });
});
