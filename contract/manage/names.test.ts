import { expect, test } from "vitest";
import { emailSchema } from "../api/email.ts";
import { nameSchema } from "./names.ts";

const name = nameSchema(100);

test.each([
  ["zero-width spaces", "\u200b\u200b"],
  ["a Hangul filler", "\u3164"],
  ["a blank Braille pattern", "\u2800"],
  ["a word joiner", "\u2060"],
  ["a soft hyphen", "\u00ad"],
  ["a variation selector", "\ufe0f"],
  ["a tag character", "\u{e0041}"],
])("a name of nothing but %s is refused", (_, text) => {
  expect(name.safeParse(text).success).toBe(false);
});

test.each(["Mia", "李", "Łukasz", "مها", "👩‍🍳", "می‌خواهم", "O"])("%s is a name", (text) => {
  expect(name.parse(text)).toBe(text);
});

test("an email address is ASCII, so that no character becomes a letter of another address", () => {
  for (const text of ["mi\u212ae@example.com", "mıa@example.com", "ſam@example.com", "mia@exämple.com"])
    expect([text, emailSchema.safeParse(text).success]).toEqual([text, false]);
  expect(emailSchema.parse(" Mike@Example.com ")).toBe("mike@example.com");
});
