import { expect, test } from "vitest";
import { isTooDeep, JSON_DEPTH_MAX } from "./json-depth.ts";

const nested = (depth: number, open = "[", close = "]") => open.repeat(depth) + close.repeat(depth);

test("nesting is accepted up to its limit and no deeper, closed or not", () => {
  expect(isTooDeep(nested(JSON_DEPTH_MAX))).toBe(false);
  expect(isTooDeep(nested(JSON_DEPTH_MAX + 1))).toBe(true);
  expect(isTooDeep("[".repeat(JSON_DEPTH_MAX + 1))).toBe(true);
  expect(isTooDeep(nested(JSON_DEPTH_MAX + 1, '{"a":', "}"))).toBe(true);
});

test("siblings do not count as nesting", () => {
  expect(isTooDeep(`[${"[],".repeat(1_000)}{}]`)).toBe(false);
});

test("brackets in strings are text, also after escaped quotation marks and backslashes", () => {
  const brackets = "[{".repeat(100);
  expect(isTooDeep(JSON.stringify({ [brackets]: `"${brackets}\\` }))).toBe(false);
  expect(isTooDeep(`["\\\\",${nested(JSON_DEPTH_MAX + 1)}]`)).toBe(true);
});
