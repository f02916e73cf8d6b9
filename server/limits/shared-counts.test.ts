import { beforeEach, describe, expect, test } from "vitest";
import { createSharedCounts } from "./shared-counts.ts";

const secret = Buffer.alloc(32, 7).toString("base64");
const secrets = {
  version: 1,
  masterKeys: { m1: secret },
  currentMasterKey: "m1",
  peppers: { p1: secret },
  currentPepper: "p1",
} as const;

let now: number;
let rows: Map<string, { used: number; endsAt: number }>;
let asked: number;
beforeEach(() => {
  now = 1_000_000;
  rows = new Map();
  asked = 0;
});

/** A fake of the storage's counts, with a turn of the event loop in each call. */
const limits = {
  async countUp(name: string, { by, now, windowMs }: { by: number; now: number; windowMs: number }) {
    asked++;
    await Promise.resolve();
    const before = rows.get(name);
    const row =
      before && before.endsAt > now
        ? { used: before.used + by, endsAt: before.endsAt }
        : { used: by, endsAt: now + windowMs };
    rows.set(name, row);
    return row;
  },
  async read(name: string, now: number) {
    const row = rows.get(name);
    return row && row.endsAt > now ? row : { used: 0, endsAt: 0 };
  },
};
const server = () => createSharedCounts({ limits, secrets, clock: () => now });
const large = { max: 600, windowMs: 60_000 };
const small = { max: 10, windowMs: 60_000 };
type Window = typeof small;

/** How many of `requests` requests are let through. */
async function admitted(counts: ReturnType<typeof server>[], requests: number, window: Window) {
  let passed = 0;
  for (let request = 0; request < requests; request++) {
    const { current } = (await counts[request % counts.length]?.count("someone", window)) ?? { current: 0 };
    if (current <= window.max) passed++;
  }
  return passed;
}

test("three servers together allow exactly what a small limit says", async () => {
  expect(await admitted([server(), server(), server()], 50, small)).toBe(10);
});

test("with a large limit a server reserves a tenth at a time, and together they never exceed it", async () => {
  const servers = [server(), server(), server()];
  expect(await admitted(servers, 3_000, large)).toBe(600);
  // ten parts, and one more call for each server to learn that the limit is used up
  expect(asked).toBeLessThanOrEqual(13);
});

test("a caller who uses only one server gets the whole limit except what the others reserved", async () => {
  const [one, two] = [server(), server()];
  await two.count("someone", large);
  expect(await admitted([one], 700, large)).toBe(540);
});

test("simultaneous requests reserve one part together", async () => {
  const counts = server();
  await Promise.all(Array.from({ length: 50 }, () => counts.count("someone", large)));
  expect(asked).toBe(1);
});

test("a used-up window needs no further query, says how long it lasts, and ends", async () => {
  const counts = server();
  await admitted([counts], 11, small);
  now += 20_000;
  asked = 0;
  for (let time = 0; time < 100; time++) {
    expect(await counts.count("someone", small)).toEqual({ current: 11, ttl: 40_000 });
  }
  expect(asked).toBe(0);
  now += 40_000;
  expect(await counts.count("someone", small)).toEqual({ current: 1, ttl: 60_000 });
});

test("callers are counted separately, and the database never sees who they are", async () => {
  const counts = server();
  await counts.count("exchange/192.0.2.7", small);
  expect(await counts.count("exchange/192.0.2.8", small)).toMatchObject({ current: 1 });
  for (const name of rows.keys()) expect(name).toMatch(/^[0-9a-f]{64}$/);
});

describe("reading the limit", () => {
  test("counts nothing", async () => {
    const counts = server();
    expect(await counts.look("someone")).toEqual({ current: 0, ttl: 0 });
    await counts.count("someone", small);
    expect(await counts.look("someone")).toEqual({ current: 1, ttl: 60_000 });
    expect(await counts.count("someone", small)).toMatchObject({ current: 2 });
  });
});

test("an unavailable database is reported to the caller, and the next caller asks it again", async () => {
  let isAway = true;
  const failing = {
    ...limits,
    countUp: (...args: Parameters<typeof limits.countUp>) =>
      isAway ? Promise.reject(new Error("away")) : limits.countUp(...args),
  };
  const counts = createSharedCounts({ limits: failing, secrets, clock: () => now });
  await expect(counts.count("someone", small)).rejects.toThrow("away");
  isAway = false;
  expect(await counts.count("someone", small)).toMatchObject({ current: 1 });
});
