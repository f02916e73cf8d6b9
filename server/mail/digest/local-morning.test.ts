import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/instants.ts";
import { wallClock } from "../../settings/wall-clock.ts";
import { morningOf } from "./local-morning.ts";

/** Both are Mondays. */
const FIRST = Date.parse("2026-01-05T00:00:00Z");
const LAST = Date.parse("2027-01-04T00:00:00Z");
const clock = wallClock(() => "Europe/Lisbon");
const morningAt = (instant: string, zone: string) => morningOf(clock, Date.parse(instant), zone);

describe("the hour of the digest", () => {
  test.each([
    ["UTC", "2026-11-25T07:59:59Z", undefined],
    ["UTC", "2026-11-25T08:00:00Z", "2026-11-25"],
    ["America/New_York", "2026-11-25T12:59:00Z", undefined],
    ["America/New_York", "2026-11-25T13:00:00Z", "2026-11-25"],
    ["Asia/Kolkata", "2026-11-25T02:29:00Z", undefined],
    ["Asia/Kolkata", "2026-11-25T02:30:00Z", "2026-11-25"],
    ["Asia/Kathmandu", "2026-11-25T02:15:00Z", "2026-11-25"],
    // at these instants Auckland's date is one day ahead of the date in UTC, and Honolulu's one day behind
    ["Pacific/Auckland", "2026-11-24T19:00:00Z", "2026-11-25"],
    ["Pacific/Honolulu", "2026-11-26T05:00:00Z", "2026-11-25"],
  ])("starts in %s by the local clock, at %s", (zone, instant, day) => {
    expect(morningAt(instant, zone)).toBe(day);
  });

  test("lasts until midnight", () => {
    expect(morningAt("2026-11-25T23:59:59Z", "UTC")).toBe("2026-11-25");
    expect(morningAt("2026-11-26T00:00:00Z", "UTC")).toBeUndefined();
  });

  test("starts on five days of a week, the workdays of the manager's region", () => {
    const week = Array.from({ length: 7 }, (_, day) => Date.parse("2026-11-23T12:00:00Z") + day * DAY_MS);
    const found = week.map((at) => morningOf(clock, at, "UTC"));
    expect(found.map((day) => day?.slice(-2))).toEqual(["23", "24", "25", "26", "27", undefined, undefined]);
    // this instant is Sunday in Honolulu and Monday morning in Auckland
    expect(morningAt("2026-11-22T20:00:00Z", "Pacific/Auckland")).toBe("2026-11-23");
    expect(morningAt("2026-11-22T20:00:00Z", "Pacific/Honolulu")).toBeUndefined();
  });

  test.each([
    ["America/New_York", "2026-03-09", "forward", 12],
    ["America/New_York", "2026-11-02", "back", 13],
    ["Europe/Lisbon", "2026-03-30", "forward", 7],
    ["Europe/Lisbon", "2026-10-26", "back", 8],
    // Lord Howe changes by half an hour, in the opposite months from the north
    ["Australia/Lord_Howe", "2026-10-05", "forward", 21],
    ["Australia/Lord_Howe", "2026-04-06", "back", 21.5],
  ])("stays at eight o'clock in %s on %s, after the clocks went %s", (zone, day, _way, hour) => {
    const dawn = Date.parse(`${day}T00:00:00Z`) - (zone === "Australia/Lord_Howe" ? DAY_MS : 0);
    const at = dawn + hour * HOUR_MS;
    expect([morningOf(clock, at - MINUTE_MS, zone), morningOf(clock, at, zone)]).toEqual([undefined, day]);
  });

  test("starts once each workday, through all clock changes of a year", () => {
    for (const zone of ["America/New_York", "Europe/Lisbon", "Australia/Lord_Howe", "Africa/Casablanca"]) {
      const found = new Map<string, number>();
      for (let at = FIRST; at < LAST; at += 15 * MINUTE_MS) {
        const day = morningOf(clock, at, zone);
        if (day !== undefined && day > "2026-01-05" && day < "2027" && !found.has(day)) found.set(day, at);
      }
      expect([zone, found.size]).toEqual([zone, 258]);
      const hours = [...found.values()].map((at) =>
        new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeStyle: "short" }).format(at),
      );
      expect(new Set(hours)).toEqual(new Set(["08:00"]));
    }
  });
});
