import { beforeAll, expect, test } from "vitest";
import { speak } from "../../web/ui/language/spoken-language.ts";
import { byDay } from "./days.ts";

beforeAll(() => speak("en"));

test("what happened on one day, where the reader is, stands together", () => {
  const at = (...time: [number, number, number, number]) => ({ at: new Date(...time).toISOString() });
  const entries = [at(2026, 2, 2, 0), at(2026, 2, 1, 23), at(2026, 2, 1, 0)];
  expect(byDay(entries).map(({ entries: found }) => found.length)).toEqual([1, 2]);
  expect(byDay([])).toEqual([]);
});
