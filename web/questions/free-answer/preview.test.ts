import { expect, test } from "vitest";
import { previewOf } from "./preview.ts";

test("a text of 80 characters is its own preview", () => {
  expect(previewOf("a".repeat(80))).toBeUndefined();
});

test("a word that is cut stands apart from the whole words before it", () => {
  const whole = `${"word ".repeat(15)}lettering`;
  expect(previewOf(whole)).toEqual({ words: "word ".repeat(15), broken: "lette" });
});

test.each([
  ["ends with its last word", `${"word ".repeat(15)}words and more`],
  ["ends behind a space", `${"word ".repeat(16)}more`],
])("nothing is broken where the preview %s", (_, text) => {
  expect(previewOf(text)).toEqual({ words: text.slice(0, 80), broken: "" });
});

test("a single long word is shown as far as it goes", () => {
  expect(previewOf("a".repeat(90))).toEqual({ words: "a".repeat(80), broken: "" });
});
