import { expect, test } from "vitest";
import { toolChoices } from "#contract/interview/built-in-choices.ts";
import { mentionedTools } from "./mentioned-tools.ts";

const named = (text: string) => mentionedTools(toolChoices, text).map(({ value }) => value);

test.each([
  ["We keep the books in Xero.", ["xero"]],
  ["we use xero, and quickbooks before that", ["quickbooks", "xero"]],
  ["MAILCHIMP!", ["mailchimp"]],
  ["(Google Sheets)", ["google-sheets"]],
  ["Usamos Trello y Canva.", ["canva", "trello"]],
  ["The bookings in Square do not show up", ["square"]],
  ["Everything is in Excel", ["excel"]],
])("%j names %j", (text, values) => {
  expect(named(text)).toEqual(values);
});

test.each([
  "",
  "We toast bread, excel at cakes, and sit in the square.",
  "Toast for breakfast. Square tables. Excel is what we do",
  "Xerox machines, wixom, canvas bags",
  "toolsquare and ResyX",
])("%j names no tool", (text) => {
  expect(named(text)).toEqual([]);
});

test("a text as long as a book is searched at once", () => {
  expect(named("square ".repeat(100_000))).toEqual([]);
});
