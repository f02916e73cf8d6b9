import { expect, test } from "vitest";
import { mergePatch } from "./merge-patch.ts";

/** The cases of RFC 7396, appendix A. */
test.each<[Parameters<typeof mergePatch>[0], Parameters<typeof mergePatch>[1], unknown]>([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])("%j patched by %j is %j", (target, patch, result) => {
  expect(mergePatch(target, patch)).toEqual(result);
});

test("a name that every object inherits is treated like any other name", () => {
  const patch = JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": 1}');
  expect(JSON.stringify(mergePatch({ a: 1 }, patch))).toBe(
    '{"a":1,"__proto__":{"isAdmin":true},"constructor":1}',
  );
});
