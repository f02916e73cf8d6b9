import { describe, expect, test } from "vitest";
import { guardCell } from "./formulas.ts";

describe("an apostrophe is put before", () => {
  test.each([
    ["=1+1", "'=1+1"],
    ["\t=1", "'\t'=1"],
    ["x;=1+cmd|' /C calc'!A0", "x;'=1+cmd|' /C calc'!A0"],
    ['x;"=1"', 'x;\'"=1"'],
    ["a| +1", "a|' +1"],
    ["a\t@SUM(A1)", "a\t'@SUM(A1)"],
    ["one\n- two\n=3", "one\n'- two\n'=3"],
    ["a;＝1;b", "a;'＝1;b"],
    ['a\r\n "=1', "a\r\n' \"=1"],
    [" =1", "' =1"],
    ['"=1"', '\'"=1"'],
    ["a;|\t;\n=1", "a;|\t;'\n'=1"],
  ])("text that could begin a formula, also after a separator: %j", (text, guarded) => {
    expect(guardCell(text)).toBe(guarded);
  });

  test.each([
    "2-5",
    "6-10",
    "10/12",
    "1.5",
    "2026-11-23",
    "9:30",
    "9:30 pm",
    "May 5",
    "5-May",
    "5 mayo 2026",
    "Mar 2026",
    "5 de mayo de 2026",
    "9 pm",
    "9:30 p. m.",
    "24/7",
    "2026-11-23 10:00",
    "11/23/2026, 10:00:05 AM",
    "Monday, May 5, 2026",
    "sept. 5",
  ])("text that could be read as a date or a time: %s", (text) => {
    expect(guardCell(text)).toBe(`'${text}`);
  });
});

test.each([
  "",
  "We bake bread; we sell it.",
  "50+",
  "2 to 5",
  "Just me (1)",
  "a - b, c = d",
  "Maybe 5 people",
  "555-123-4567 or 555-123-9999",
  "2026-11-23T10:00:00.000Z",
  "5 of 10",
  "since May 5 or so",
  "2 people",
  "open 9-5",
  "version 1.2.3.4",
])("any other text stays unchanged: %j", (text) => {
  expect(guardCell(text)).toBe(text);
});

test("a long text of only separators and white space takes no longer than another text", () => {
  const began = performance.now();
  for (const piece of ["\n", "; ", '"', "\t ", "may ", "1 ", "mon, "]) {
    guardCell(piece.repeat(20_000));
    guardCell(`${piece.repeat(20_000)}=`);
    guardCell(`May 5${piece.repeat(20_000)}x`);
  }
  expect(performance.now() - began).toBeLessThan(1_000);
});

test("control characters that steer a terminal are replaced", () => {
  expect(guardCell("\u001b]0;x\u0007\u009b2J\u007f\ta\n")).toBe("␛]0;x␇\ufffd2J␡\ta\n");
});
