import { expect, test } from "vitest";
import { languageNames, languages, offeredLanguage } from "./languages.ts";

test.each([
  [["es-MX", "en"], "es"],
  [["ES"], "es"],
  [["xx", "es", "en"], "es"],
  [["xx-CH", "zz"], "en"],
  [["*"], "en"],
  [["", "-", "escape", "__proto__"], "en"],
  [[], "en"],
] as const)("a reader who wishes for %j gets the language %s", (wishes, language) => {
  expect(offeredLanguage(wishes, languages)).toBe(language);
});

test("a language that is not offered is never chosen", () => {
  expect(offeredLanguage(["en"], ["es"])).toBe("es");
  expect(offeredLanguage(["es"], ["en"])).toBe("en");
});

test("each language is named in its own language", () => {
  for (const language of languages)
    expect(new Intl.DisplayNames([language], { type: "language" }).of(language)?.toLowerCase()).toBe(
      languageNames[language].toLowerCase(),
    );
});
