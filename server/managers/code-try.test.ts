import { expect, test } from "vitest";
import { codeRefusal, waitAfter } from "./code-try.ts";

test("nine wrong codes have no cost, the tenth costs half a minute, and each one after it twice as long", () => {
  const seconds = [0, 1, 9, 10, 11, 12, 16].map((wrong) => waitAfter(wrong) / 1_000);
  expect(seconds).toEqual([0, 0, 0, 30, 60, 120, 1_920]);
});

test("no wait is longer than four hours, however many codes were wrong: no one is locked out for good", () => {
  for (const wrong of [19, 20, 100, 10_000, 2 ** 31]) expect(waitAfter(wrong)).toBe(4 * 3_600_000);
});

test.each([
  [1, "in a minute"],
  [60_000, "in a minute"],
  [60_001, "in 2 minutes"],
  [4 * 3_600_000, "in 240 minutes"],
])("a person who has to wait %i ms sees how long", (leftMs, words) => {
  const { code, extra, headers } = codeRefusal({ kind: "waiting", until: 5_000 + leftMs }, 5_000);
  expect(code).toBe("TOO_MANY_CODES");
  expect(extra.details).toEqual([{ path: "code", message: `The next code is looked at ${words}` }]);
  expect(headers).toEqual({ "retry-after": String(Math.ceil(leftMs / 1_000)) });
});
