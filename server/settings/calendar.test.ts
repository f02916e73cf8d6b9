import { describe, expect, test } from "vitest";
import { openCalendar } from "./calendar.ts";

const calendarOf = (from: number, to: number, timeZone: string) =>
  openCalendar({ quietHours: () => ({ from, to }), timeZone: () => timeZone });
const nextOpen = (from: number, to: number, timeZone: string) => (at: string) =>
  new Date(calendarOf(from, to, timeZone).nextOpen(Date.parse(at))).toISOString();

describe("clients receive mail", () => {
  const lisbon = nextOpen(20, 8, "Europe/Lisbon");
  test.each([
    ["at noon it is open", "2026-03-04T12:34:56.789Z", "2026-03-04T12:34:56.789Z"],
    ["a minute before it is quiet", "2026-03-04T19:59:59.999Z", "2026-03-04T19:59:59.999Z"],
    ["as soon as it is quiet", "2026-03-04T20:00:00.000Z", "2026-03-05T08:00:00.000Z"],
    ["after midnight", "2026-03-04T03:12:00.000Z", "2026-03-04T08:00:00.000Z"],
    ["on a Friday night", "2026-03-06T21:00:00.000Z", "2026-03-09T08:00:00.000Z"],
    ["on a Saturday", "2026-03-07T12:00:00.000Z", "2026-03-09T08:00:00.000Z"],
    ["on a Sunday, as there it is", "2026-03-08T23:30:00.000Z", "2026-03-09T08:00:00.000Z"],
    ["over the night when clocks go forward", "2026-03-27T20:30:00.000Z", "2026-03-30T07:00:00.000Z"],
    ["over the night when clocks go back", "2026-10-23T19:30:00.000Z", "2026-10-26T08:00:00.000Z"],
  ])("%s", (_when, at, expected) => {
    expect(lisbon(at)).toBe(expected);
  });

  test("in zones with offsets of parts of an hour, and beyond the date line", () => {
    expect(nextOpen(20, 8, "Asia/Kathmandu")("2026-03-04T15:00:00Z")).toBe("2026-03-05T02:15:00.000Z");
    expect(nextOpen(20, 8, "Pacific/Kiritimati")("2026-03-06T20:00:00Z")).toBe("2026-03-08T18:00:00.000Z");
    expect(nextOpen(20, 8, "Australia/Lord_Howe")("2026-10-02T10:00:00Z")).toBe("2026-10-04T21:00:00.000Z");
  });

  test("in the client's own zone, where one is known", () => {
    const open = calendarOf(20, 8, "Europe/Lisbon").nextOpen;
    const at = Date.parse("2026-03-04T21:00:00Z");
    expect(open(at, "America/Denver")).toBe(at);
    expect(open(at, "Asia/Kathmandu")).toBe(Date.parse("2026-03-05T02:15:00Z"));
    for (const unknown of [null, undefined, "Mars/Olympus"])
      expect(open(at, unknown)).toBe(Date.parse("2026-03-05T08:00:00Z"));
  });

  test("at midday, where that is set", () => {
    expect(nextOpen(12, 14, "UTC")("2026-03-04T12:30:00Z")).toBe("2026-03-04T14:00:00.000Z");
    expect(nextOpen(12, 14, "UTC")("2026-03-04T23:30:00Z")).toBe("2026-03-04T23:30:00.000Z");
  });
});

test("a change of hours or zone applies from the next check on", () => {
  let hours = { from: 20, to: 8 };
  let zone = "UTC";
  const { nextOpen: open } = openCalendar({ quietHours: () => hours, timeZone: () => zone });
  const at = Date.parse("2026-03-04T19:30:00Z");
  expect(open(at)).toBe(at);
  hours = { from: 19, to: 9 };
  expect(open(at)).toBe(Date.parse("2026-03-05T09:00:00Z"));
  zone = "America/Denver";
  expect(open(at)).toBe(at);
});
