import { isTimeZone } from "#contract/time-zone.ts";

/** What a clock and a calendar on the wall say. */
export type WallTime = {
  /** YYYY-MM-DD. */
  day: string;
  isWeekend: boolean;
  /** 0 to 23. */
  hour: number;
  minute: number;
};

/** In that zone, by its IANA name; without one, or with one that this machine does not know, in the provider's. */
export type WallClock = (at: number, timeZone?: string | null) => WallTime;

const WEEKEND = ["Sat", "Sun"];

/**
 * Walls are read and never computed, so that a change of the clocks is no special case. `provider`: asked for each time,
 * since the zone can be changed.
 */
export function wallClock(provider: () => string): WallClock {
  // making a formatter, or asking whether a zone is known, costs a hundred times what it costs to use one
  const formats = new Map<string, Intl.DateTimeFormat | undefined>();

  function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
    if (!formats.has(timeZone)) formats.set(timeZone, isTimeZone(timeZone) ? newFormat(timeZone) : undefined);
    return formats.get(timeZone);
  }

  return (at, timeZone) => {
    const own = timeZone ? formatIn(timeZone) : undefined;
    const format = own ?? formatIn(provider()) ?? newFormat("UTC");
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return {
      day: `${parts.year}-${parts.month}-${parts.day}`,
      isWeekend: WEEKEND.includes(parts.weekday ?? ""),
      hour: Number(parts.hour),
      minute: Number(parts.minute),
    };
  };
}

function newFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  });
}
