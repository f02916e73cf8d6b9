import { MINUTE_MS } from "#contract/instants.ts";
import type { Hours } from "./quiet-hours.ts";
import { type WallClock, wallClock } from "./wall-clock.ts";

/** The first instant from `at` on that is outside quiet hours in this zone, or by default in the provider's zone. */
export type NextOpen = (at: number, timeZone?: string | null) => number;

/** When clients may be written to, and the local time of each client. */
export type Calendar = { wallClock: WallClock; nextOpen: NextOpen };

/** Functions, because both settings can change. */
type CalendarOptions = {
  quietHours: () => Hours;
  /** The provider's time zone, as an IANA name. */
  timeZone: () => string;
};

/** A weekend and a night, in hours, with a margin for daylight saving time. */
const HOURS_MAX = 100;

export function openCalendar({ quietHours, timeZone: provider }: CalendarOptions): Calendar {
  const clock = wallClock(provider);

  function isQuiet({ isWeekend, hour }: ReturnType<WallClock>): boolean {
    const { from, to } = quietHours();
    const isNight = from < to ? hour >= from && hour < to : hour >= from || hour < to;
    return isNight || isWeekend;
  }

  return {
    wallClock: clock,
    nextOpen(at, timeZone) {
      let open = at;
      for (let hours = 0; hours < HOURS_MAX; hours++) {
        const local = clock(open, timeZone);
        if (!isQuiet(local)) return open;
        // to the next full hour in that zone; today every zone's offset is a whole number of minutes
        open = Math.floor(open / MINUTE_MS) * MINUTE_MS + (60 - local.minute) * MINUTE_MS;
      }
      return open;
    },
  };
}
