import { expect, test, vi } from "vitest";
import { measureCall, pauseAfter, withoutTime } from "./costly-calls.ts";

const after = (tookMs: number | undefined) =>
  pauseAfter({ state: { data: tookMs === undefined ? undefined : { data: "", tookMs } } });

test("a quick call is repeated as often as list calls, and a slow call less often", () => {
  expect(after(undefined)).toBe(3_000);
  expect(after(40)).toBe(3_000);
  expect(after(150)).toBe(4_500);
  expect(after(2_000)).toBe(60_000);
});

test("a call is measured from start to end, and its answer is passed on", async () => {
  vi.useFakeTimers();
  const slow = measureCall(() => new Promise<string>((resolve) => void setTimeout(() => resolve("12"), 700)));
  await vi.advanceTimersByTimeAsync(700);
  vi.useRealTimers();
  const answer = await slow;
  expect(answer).toEqual({ data: "12", tookMs: 700 });
  expect(withoutTime(answer)).toBe("12");
});

test("a failing call rejects with its own error", async () => {
  await expect(measureCall(() => Promise.reject(new Error("No")))).rejects.toThrow("No");
});
