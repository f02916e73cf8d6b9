import { expect, test } from "vitest";
import { medianDays } from "./median-days.ts";

test.each<[[hours: number, clients: number][], number]>([
  [
    [
      [24, 1],
      [48, 1],
      [240, 1],
    ],
    2,
  ],
  [
    [
      [24, 2],
      [72, 2],
    ],
    2,
  ],
  [
    [
      [0, 5],
      [2_400, 4],
    ],
    0,
  ],
  [
    [
      [12, 1],
      [36, 3],
    ],
    1.5,
  ],
  [
    [
      [1, 2],
      [2, 1],
    ],
    0,
  ],
])("of %j is %d", (counts, days) => {
  expect(medianDays(counts.map(([hours, clients]) => ({ hours, clients })))).toBe(days);
});
