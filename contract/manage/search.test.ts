import { describe, expect, test } from "vitest";
import { searchRequestSchema } from "./search.ts";
import { foldText, termsOf } from "./search-terms.ts";

const accepts = (body: unknown) => searchRequestSchema.safeParse(body).success;

describe("a search is refused with", () => {
  const refused: [what: string, body: unknown][] = [
    ["no query", {}],
    ["one letter", { query: "a" }],
    ["one letter in quotes", { query: '"a"' }],
    ["only quotes", { query: '""""' }],
    ["only spaces", { query: "    " }],
    ["only marks", { query: "\u0301\u0301\u0301" }],
    ["only question marks", { query: "???" }],
    ["a hundred words", { query: "a ".repeat(100) }],
    ["nine words", { query: "a b c d e f g h i" }],
    ["nine words in a phrase", { query: '"a b c d e f g h i"' }],
    ["101 characters", { query: "a".repeat(101) }],
    ["a number for a query", { query: 12 }],
    ["an array for a query", { query: ["flour"] }],
    ["no place", { query: "flour", in: [] }],
    ["an unknown place", { query: "flour", in: ["mails"] }],
    ["a word for a filter", { query: "flour", filter: "all" }],
    ["an unknown filter", { query: "flour", filter: { filter: "best" } }],
    ["an unknown field", { query: "flour", sort: "name" }],
  ];
  test.each(refused)("%s", (_what, body) => expect(accepts(body)).toBe(false));
});

test.each([
  "ab",
  "🥐",
  "c++",
  "a".repeat(100),
  "a b c d e f g h",
  '"annual inv',
  "לחם",
  "日曜",
  "<script>",
  ".*",
])("a search for %s is accepted", (query) => expect(accepts({ query })).toBe(true));

test("without places, a search looks everywhere", () => {
  expect(searchRequestSchema.parse({ query: "flour" })).toEqual({
    query: "flour",
    in: ["answers", "follow-ups", "notes"],
  });
});

test.each([
  ["two  words", [["two"], ["words"]]],
  ['a "whole  phrase" here', [["a"], ["whole", "phrase"], ["here"]]],
  ["“curly quotes”", [["curly", "quotes"]]],
  ['an "open phrase', [["an"], ["open", "phrase"]]],
  ["Who uses QuickBooks?", [["who"], ["uses"], ["quickbooks"]]],
  ["¿Café (hoy)!", [["cafe"], ["hoy"]]],
  ["C++ #1 $5.00", [["c++"], ["#1"], ["$5.00"]]],
])("the terms of %s", (query, terms) => expect(termsOf(query)).toEqual(terms));

test("folding a text folds each character the same way", () => {
  const text = "ΟΔΟΣ Straße İstanbul ﬁn don’t cafe\u0301 한국어 🥐";
  expect(foldText(text)).toBe([...text].map(foldText).join(""));
});
