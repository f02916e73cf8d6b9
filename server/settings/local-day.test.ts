import { expect, test } from "vitest";
import { localDays } from "./local-day.ts";

const dayOf = localDays(() => "America/Chicago");

test.each([
  ["2026-03-08T05:59:59Z", null, "2026-03-07"],
  ["2026-03-08T06:00:00Z", undefined, "2026-03-08"],
  ["2026-03-08T06:00:00Z", "Pacific/Kiritimati", "2026-03-08"],
  ["2026-03-08T10:00:00Z", "Pacific/Kiritimati", "2026-03-09"],
  ["2026-03-08T05:59:59Z", "Nowhere/Here", "2026-03-07"],
  ["2026-03-08T05:59:59Z", "+14:00", "2026-03-07"],
])("%s in %s is %s", (at, timeZone, day) => {
  expect(dayOf(Date.parse(at), timeZone)).toBe(day);
});
