import { expect, test } from "vitest";
import { speechLanguage } from "./speech-language.ts";

test("English is heard as the specification has it, whatever the browser prefers", () => {
  expect(speechLanguage("en", ["en-GB", "en"])).toBe("en-US");
});

test.each([
  [["en-US", "es-MX", "es-ES"], "es-MX"],
  [["es", "en"], "es-ES"],
  [["est-EE"], "es-ES"],
  [[], "es-ES"],
])("Spanish in a browser that prefers %j is %s", (preferred, tag) => {
  expect(speechLanguage("es", preferred)).toBe(tag);
});
