import { describe, expect, test } from "vitest";
import { isDate } from "./date.ts";
import { matchesFormat, type TextFormat } from "./text-format.ts";

describe("a short text", () => {
  test.each<[TextFormat, string[], string[]]>([
    ["plain", ["Rosa", "7"], ["", " \n"]],
    [
      "email",
      ["rosa@bakery.example", " r.d+x@a.b.c "],
      ["rosa", "rosa@bakery", "a b@c.d", "@a.b", "a@b.c@d.e"],
    ],
    [
      "phone",
      ["+1 (555) 010-0199", "555 010 0199", "0171/123456", "555-0100 ext. 12", "555.010.0199 x3"],
      ["1234", "ask Ana", "555-0100 or so", "+"],
    ],
    [
      "url",
      ["bakery.example", "https://bakery.example/a?b#c", "HTTP://A.B"],
      ["we have none", "bakery", "javascript:alert(1)", "https://", "https://a@b.c"],
    ],
    ["number", ["3", "-1,200.50", "1 200,5", "1’200", "12%"], ["a few", "3 ovens", "1e5x", "--1"]],
    ["money", ["1,200", "$ 1,200", "1.200 €", "USD 900", "1.5k"], ["not much", "about 900", "$"]],
  ])("of the format %s", (format, right, wrong) => {
    expect(right.filter((text) => !matchesFormat(format, text))).toEqual([]);
    expect(wrong.filter((text) => matchesFormat(format, text))).toEqual([]);
  });
});

test("a date must be a real day or month of the calendar", () => {
  expect(["2027-03-01", "2027-03", "2028-02-29", "0001-01"].filter((value) => !isDate(value))).toEqual([]);
  const wrong = [
    "",
    "2027",
    "2027-13",
    "2027-02-29",
    "2027-02-31",
    "20275-03-01",
    "2027-3-1",
    "2027-03-01T00:00Z",
  ];
  expect(wrong.filter(isDate)).toEqual([]);
});
