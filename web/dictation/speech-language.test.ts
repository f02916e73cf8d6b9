import { expect, test } from "vitest";
import { speechLanguages } from "./speech-language.ts";

test("English is recognized as the specification says, whatever the browser prefers", () => {
  expect(speechLanguages("en", ["en-GB", "en"])).toEqual(["en-US"]);
});

test.each([
  [
    ["en-US", "es-MX", "es-ES"],
    ["es-MX", "es-US"],
  ],
  [["es-US"], ["es-US", "es-MX"]],
  [
    ["es-ES", "es"],
    ["es-ES", "es-US", "es-MX"],
  ],
  [
    ["es-419", "es", "en"],
    ["es-US", "es-MX"],
  ],
  [
    ["es-419", "es-MX"],
    ["es-MX", "es-US"],
  ],
  [["est-EE"], ["es-US", "es-MX"]],
  [[], ["es-US", "es-MX"]],
])("Spanish in a browser that prefers %j is %j", (preferred, tags) => {
  expect(speechLanguages("es", preferred)).toEqual(tags);
});
