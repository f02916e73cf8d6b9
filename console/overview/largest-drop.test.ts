import { expect, test } from "vitest";
import { funnelSteps } from "#contract/manage/clients.ts";
import { largestDrop } from "./largest-drop.ts";

const funnelOf = (...counts: number[]) =>
  funnelSteps.map((step, place) => ({ step, clients: counts[place] ?? 0 }));

test("the largest drop is the one that loses most clients", () => {
  expect(largestDrop(funnelOf(40, 28, 26, 12, 10, 9))).toEqual({
    from: "began",
    to: "half",
    lost: 14,
    before: 26,
  });
});

test("of two that are as large, it is the earlier one", () => {
  expect(largestDrop(funnelOf(10, 8, 6, 6, 6, 6))).toMatchObject({ from: "invited", to: "opened" });
});

test("no drop is named where everybody got through, or nobody began", () => {
  expect(largestDrop(funnelOf(3, 3, 3, 3, 3, 3))).toBeUndefined();
  expect(largestDrop(funnelOf(0, 0, 0, 0, 0, 0))).toBeUndefined();
});
