import { expect, test } from "vitest";
import { afterWorkingDays, calendarFile } from "./calendar-file.ts";

const FRIDAY = new Date(2026, 10, 27, 14, 41);

test.each([
  [1, "Mon Nov 30 2026"],
  [2, "Tue Dec 01 2026"],
  [5, "Fri Dec 04 2026"],
  [6, "Mon Dec 07 2026"],
  [30, "Fri Jan 08 2027"],
])("%i working days after a Friday is %s", (count, day) => {
  expect(afterWorkingDays(FRIDAY, count).toDateString()).toBe(day);
});

test("a reminder is an event of one whole day that any calendar reads", () => {
  const { name, type, text } = calendarFile({
    from: FRIDAY,
    workingDays: 2,
    title: "Brightside, Inc; answers \\ about\nyour onboarding",
    id: "sb_1",
  });
  expect([name, type]).toEqual(["reminder.ics", "text/calendar"]);
  const lines = text.split("\r\n");
  expect(lines.pop()).toBe("");
  expect(lines).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Firsthand//Onboarding interview//EN",
    "BEGIN:VEVENT",
    "UID:sb_1@firsthand",
    expect.stringMatching(/^DTSTAMP:20261127T\d{6}Z$/),
    "DTSTART;VALUE=DATE:20261201",
    "DTEND;VALUE=DATE:20261202",
    "SUMMARY:Brightside\\, Inc\\; answers \\\\ about\\nyour onboarding",
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
    "END:VCALENDAR",
  ]);
});

test("a long title is folded at 75 octets, between characters", () => {
  const title = "á🎉".repeat(60);
  const { text } = calendarFile({ from: FRIDAY, workingDays: 1, title, id: "sb_1" });
  const octets = text.split("\r\n").map((line) => new TextEncoder().encode(line).length);
  expect(Math.max(...octets)).toBeLessThanOrEqual(75);
  expect(text.replaceAll("\r\n ", "")).toContain(`SUMMARY:${title}\r\n`);
});
