import { expect, test } from "vitest";
import { previewOf } from "./preview.ts";

test("a text of 80 characters is its own preview", () => {
  expect(previewOf("a".repeat(80))).toBeUndefined();
});

test("a cut word is separate from the whole words before it", () => {
  const whole = `${"word ".repeat(15)}lettering`;
  expect(previewOf(whole)).toEqual({ words: "word ".repeat(15), broken: "lette" });
});

test.each([
  ["ends with its last word", `${"word ".repeat(15)}words and more`],
  ["ends behind a space", `${"word ".repeat(16)}more`],
])("no word is cut when the preview %s", (_, text) => {
  expect(previewOf(text)).toEqual({ words: text.slice(0, 80), broken: "" });
});

test("a single long word is shown as far as it fits", () => {
  expect(previewOf("a".repeat(90))).toEqual({ words: "a".repeat(80), broken: "" });
});
