import { expect, test } from "vitest";
import { funnelSteps } from "#contract/manage/clients.ts";
import { largestDrop } from "./largest-drop.ts";

const funnelOf = (...counts: number[]) =>
  funnelSteps.map((step, place) => ({ step, clients: counts[place] ?? 0 }));

test("the largest drop is the step that loses the most clients", () => {
  expect(largestDrop(funnelOf(40, 28, 26, 12, 10, 9))).toEqual({
    from: "began",
    to: "half",
    lost: 14,
    before: 26,
  });
});

test("of two equal drops, the earlier one is the largest", () => {
  expect(largestDrop(funnelOf(10, 8, 6, 6, 6, 6))).toMatchObject({ from: "invited", to: "opened" });
});

test("no drop is named when every client got through, or when no client began", () => {
  expect(largestDrop(funnelOf(3, 3, 3, 3, 3, 3))).toBeUndefined();
  expect(largestDrop(funnelOf(0, 0, 0, 0, 0, 0))).toBeUndefined();
});
