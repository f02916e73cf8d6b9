import { describe, expect, test } from "vitest";
import { byteRange } from "./byte-range.ts";

describe("of 100 bytes", () => {
  test.each([
    ["bytes=0-0", { first: 0, last: 0 }],
    ["bytes=0-", { first: 0, last: 99 }],
    ["bytes=10-19", { first: 10, last: 19 }],
    ["bytes=99-", { first: 99, last: 99 }],
    ["bytes=90-400", { first: 90, last: 99 }],
    ["bytes=-1", { first: 99, last: 99 }],
    ["bytes=-400", { first: 0, last: 99 }],
    [`bytes=1-${"9".repeat(400)}`, { first: 1, last: 99 }],
  ])("%s is a range", (header, range) => {
    expect(byteRange(header, 100)).toEqual(range);
  });

  test.each(["bytes=100-", "bytes=100-200", "bytes=-0", `bytes=${"9".repeat(400)}-`])(
    "%s cannot be satisfied",
    (header) => {
      expect(byteRange(header, 100)).toBe("unsatisfiable");
    },
  );

  test.each([
    undefined,
    "",
    "bytes=-",
    "bytes=9-1",
    "bytes=100-1",
    "bytes=0-1,5-6",
    "bytes=a-b",
    "bytes=1.5-2",
    "lines=0-1",
    "bytes 0-1",
    "bytes=-1-2",
  ])("%s is ignored", (header) => {
    expect(byteRange(header, 100)).toBe("whole");
  });
});
