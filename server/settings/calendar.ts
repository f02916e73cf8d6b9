import { MINUTE_MS } from "#contract/instants.ts";
import type { Hours } from "./quiet-hours.ts";
import { type WallClock, wallClock } from "./wall-clock.ts";

/** The first instant from `at` on that is outside quiet hours in that zone; without one, in the provider's. */
export type NextOpen = (at: number, timeZone?: string | null) => number;

/** When clients may be written to, and what day it is where they are. */
export type Calendar = { wallClock: WallClock; nextOpen: NextOpen };

/** Both are asked for each time, since they can be changed. */
type CalendarOptions = {
  quietHours: () => Hours;
  /** The provider's, by its IANA name. */
  timeZone: () => string;
};

/** A weekend and a night, in whole hours, with some to spare for clocks that are changed. */
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
        // to the next full hour there, from the full minute: no zone's clock is off by parts of one today
        open = Math.floor(open / MINUTE_MS) * MINUTE_MS + (60 - local.minute) * MINUTE_MS;
      }
      return open;
    },
  };
}
