import type { WallClock } from "./wall-clock.ts";

/** The instant at which a day (YYYY-MM-DD) begins in the provider's time zone. */
export function startOfDay(wallClock: WallClock, day: string): number {
  const midnight = Date.parse(day);
  /** The milliseconds by which local time is past midnight. */
  const past = (at: number) => {
    const { day: shown, hour, minute } = wallClock(at);
    return Date.parse(shown) + (hour * 60 + minute) * 60_000 - midnight;
  };
  const near = midnight - past(midnight);
  const start = near - past(near);
  // where clocks go forward at midnight, the day begins an hour later
  return past(start) < 0 ? start - past(start) : start;
}
