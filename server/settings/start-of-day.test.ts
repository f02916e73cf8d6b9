import { expect, test } from "vitest";
import { startOfDay } from "./start-of-day.ts";
import { wallClock } from "./wall-clock.ts";

test.each([
  ["UTC", "2026-11-25", "2026-11-25T00:00:00.000Z"],
  ["America/New_York", "2026-11-25", "2026-11-25T05:00:00.000Z"],
  ["Pacific/Kiritimati", "2026-11-25", "2026-11-24T10:00:00.000Z"],
  ["Pacific/Pago_Pago", "2026-11-25", "2026-11-25T11:00:00.000Z"],
  ["Asia/Kathmandu", "2026-11-25", "2026-11-24T18:15:00.000Z"],
  // the day of a clock change, and the days around it
  ["America/New_York", "2026-03-08", "2026-03-08T05:00:00.000Z"],
  ["America/New_York", "2026-03-09", "2026-03-09T04:00:00.000Z"],
  ["America/New_York", "2026-11-01", "2026-11-01T04:00:00.000Z"],
  ["America/New_York", "2026-11-02", "2026-11-02T05:00:00.000Z"],
  // a day without a midnight
  ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00.000Z"],
  ["Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00.000Z"],
])("in %s, %s begins at %s", (zone, day, instant) => {
  expect(
    new Date(
      startOfDay(
        wallClock(() => zone),
        day,
      ),
    ).toISOString(),
  ).toBe(instant);
});
