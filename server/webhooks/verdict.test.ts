import { describe, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#contract/instants.ts";
import { type DeliveryAttempt, verdictOf } from "./verdict.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const tried = (
  status: number,
  more: Partial<DeliveryAttempt> = {},
  retryAfter?: string,
): DeliveryAttempt => ({
  posted: { kind: "answered", status, retryAfter },
  attempts: 1,
  at: NOW,
  durationMs: 12,
  ...more,
});
const waitMs = (aTry: DeliveryAttempt, random = () => 0) =>
  (verdictOf(aTry, random).result.nextAt ?? 0) - NOW;

test.each([200, 201, 202, 204, 206, 299])("status %i is a delivery", (status) => {
  const { result, switchesOff } = verdictOf(tried(status, { attempts: 3 }), () => 0);
  expect(result).toEqual({
    state: "delivered",
    attempts: 3,
    nextAt: null,
    lastAt: NOW,
    status,
    cause: null,
    durationMs: 12,
  });
  expect(switchesOff).toBe(false);
});

test.each([
  100, 199, 300, 301, 302, 304, 307, 308, 400, 401, 403, 404, 408, 409, 422, 429, 500, 502, 503, 504,
])("status %i is a failure that is tried again", (status) => {
  const { result, switchesOff } = verdictOf(tried(status), () => 0);
  expect(result).toMatchObject({ state: "waiting", status, cause: null, nextAt: NOW + 5_000 });
  expect(switchesOff).toBe(false);
});

test("status 410 ends the deliveries, and turns the webhook off", () => {
  const { result, switchesOff } = verdictOf(tried(410), () => 0);
  expect(result).toMatchObject({ state: "given-up", status: 410, nextAt: null });
  expect(switchesOff).toBe(true);
});

test("no answer is a failure with its cause", () => {
  const { result } = verdictOf(tried(0, { posted: { kind: "failed", cause: "timed-out" } }), () => 0);
  expect(result).toMatchObject({ state: "waiting", status: null, cause: "timed-out" });
});

test("eight attempts follow the standard's schedule, within 32 hours, and no more follow", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map((attempts) => waitMs(tried(500, { attempts })));
  expect(waits.map((ms) => ms / MINUTE_MS)).toEqual([5 / 60, 5, 30, 120, 300, 600, 840]);
  expect(verdictOf(tried(500, { attempts: 8 }), () => 0).result).toMatchObject({
    state: "given-up",
    nextAt: null,
  });
});

test("a wait is randomly longer by up to a fifth", () => {
  expect(waitMs(tried(500, { attempts: 2 }), () => 0.5)).toBe(5.5 * MINUTE_MS);
  expect(waitMs(tried(500, { attempts: 2 }), () => 0.999_999)).toBe(6 * MINUTE_MS);
});

describe("Retry-After", () => {
  test.each([
    [429, "3600", 3_600_000],
    [503, "3600", 3_600_000],
    [429, "Sun, 01 Mar 2026 12:10:00 GMT", 10 * MINUTE_MS],
    [429, "999999999999999999999999", DAY_MS],
    // never sooner than the schedule allows
    [429, "1", 5_000],
    [503, "0", 5_000],
    [503, "Sun, 01 Mar 2026 11:00:00 GMT", 5_000],
    [503, "soon", 5_000],
    [503, "-7", 5_000],
    // statuses with which a receiver cannot ask for a wait
    [500, "3600", 5_000],
    [301, "3600", 5_000],
  ])("of a %i: %s", (status, text, ms) => {
    expect(waitMs(tried(status, {}, text))).toBe(ms);
  });

  test("does not add an attempt", () => {
    expect(verdictOf(tried(429, { attempts: 8 }, "60"), () => 0).result.state).toBe("given-up");
  });
});
