import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { etagOf, revisionOf } from "./etag.ts";

test("an entity tag is the revision in quotation marks", () => {
  expect(etagOf(0)).toBe('"0"');
  expect(etagOf(17)).toBe('"17"');
});

test("a revision survives the round trip through its tag, also when a proxy weakens or compresses it", () => {
  const revision = fc.integer({ min: 0, max: 999_999_999_999_999 });
  const suffix = fc.constantFrom("", "-gzip", "-br", ";br", ":zstd", "-GZIP");
  fc.assert(
    fc.property(revision, suffix, fc.constantFrom("", "W/"), (number, ending, weak) => {
      expect(revisionOf(`${weak}${etagOf(number).slice(0, -1)}${ending}"`)).toBe(number);
    }),
  );
});

describe("If-Match names no revision", () => {
  test.each([undefined, "*", " * "])("when it is %j", (header) => {
    expect(revisionOf(header)).toBeUndefined();
  });
});

describe("If-Match names a revision", () => {
  test.each([
    ['"17"', 17],
    ['W/"17"', 17],
    ['w/"17"', 17],
    [' \t"17" ', 17],
    ["17", 17],
    ['"017"', 17],
    ['"17-gzip"', 17],
    ['W/"17;br"', 17],
    ["W/17", 17],
    ['"0"', 0],
  ])("when it is %j", (header, revision) => {
    expect(revisionOf(header)).toBe(revision);
  });
});

describe("If-Match can match no revision, so that the save conflicts instead of overwriting", () => {
  test.each([
    "",
    " ",
    '""',
    '"abc"',
    '"-1"',
    '"1.5"',
    '"1e3"',
    '"0x11"',
    '"17", "18"',
    '"17","17"',
    '*, "17"',
    'W/W/"17"',
    '"17-"',
    '"17-gzip2"',
    '"17gzip"',
    '"1 7"',
    '"١٧"',
    "'17'",
    "NaN",
    "null",
    '"1234567890123456"',
    `"${"9".repeat(10_000)}"`,
    '"17"\n"18"',
  ])("when it is %j", (header) => {
    expect(revisionOf(header)).toBeNaN();
  });

  test("no other text is read as a revision", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/\d/.test(text) && text.trim() !== "*");
        expect(revisionOf(text)).toBeNaN();
      }),
    );
  });
});
