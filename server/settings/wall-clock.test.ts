import { expect, test } from "vitest";
import { wallClock } from "./wall-clock.ts";

const clock = wallClock(() => "America/Chicago");

test.each([
  ["2026-03-08T05:59:59Z", null, "2026-03-07"],
  ["2026-03-08T06:00:00Z", undefined, "2026-03-08"],
  ["2026-03-08T06:00:00Z", "Pacific/Kiritimati", "2026-03-08"],
  ["2026-03-08T10:00:00Z", "Pacific/Kiritimati", "2026-03-09"],
  ["2026-03-08T05:59:59Z", "Nowhere/Here", "2026-03-07"],
  ["2026-03-08T05:59:59Z", "+14:00", "2026-03-07"],
])("%s in %s is %s", (at, timeZone, day) => {
  expect(clock(Date.parse(at), timeZone).day).toBe(day);
});

test("the provider's zone is the current one, and each zone has its hours and weekend", () => {
  let zone = "Europe/Lisbon";
  const changing = wallClock(() => zone);
  // this instant is Saturday morning in Lisbon and Friday evening in Honolulu
  const at = Date.parse("2026-01-03T05:30:00Z");
  expect(changing(at)).toEqual({ day: "2026-01-03", isWeekend: true, hour: 5, minute: 30 });
  zone = "Pacific/Honolulu";
  expect(changing(at)).toEqual({ day: "2026-01-02", isWeekend: false, hour: 19, minute: 30 });
  expect(changing(at, "Asia/Kathmandu")).toMatchObject({ hour: 11, minute: 15 });
  expect(changing(Date.parse("2026-01-03T10:00:00Z"))).toMatchObject({ hour: 0 });
});
