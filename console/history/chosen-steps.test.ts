import { expect, test } from "vitest";
import type { HistoryStep } from "#contract/manage/history.ts";
import { chosenSteps } from "./chosen-steps.ts";

const step = (revision: number) => ({ revision }) as HistoryStep;
const steps = [9, 6, 5, 2].map(step);
const chosen = (search: string) => {
  const found = chosenSteps(steps, new URLSearchParams(search));
  return [found?.from?.revision ?? 0, found?.to.revision, found?.isThinned];
};

test.each([
  ["", [6, 9, false]],
  ["from=2&to=6", [2, 6, false]],
  ["to=6", [5, 6, false]],
  ["to=2", [0, 2, false]],
  ["from=0&to=2", [0, 2, false]],
  ["from=6&to=2", [6, 2, false]],
  ["from=4&to=8", [2, 6, true]],
  ["from=x&to=-1", [6, 9, false]],
  ["to=1", [6, 9, true]],
])("%j compares %j", (search, expected) => {
  expect(chosen(search)).toEqual(expected);
});

test("without a saved version, nothing is compared", () => {
  expect(chosenSteps([], new URLSearchParams())).toBeUndefined();
});
