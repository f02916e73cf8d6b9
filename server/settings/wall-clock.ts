import { isTimeZone } from "#contract/time-zone.ts";

/** A local date and time. */
export type WallTime = {
  /** YYYY-MM-DD. */
  day: string;
  isWeekend: boolean;
  /** 0 to 23. */
  hour: number;
  minute: number;
};

/** Local time in a zone, given by its IANA name; for an unknown or missing zone, in the provider's. */
export type WallClock = (at: number, timeZone?: string | null) => WallTime;

const WEEKEND = ["Sat", "Sun"];

/**
 * Local times are read from Intl and never computed, so that clock changes need no special case. `provider` is a
 * function, because the zone can change.
 */
export function wallClock(provider: () => string): WallClock {
  // creating a formatter, or checking a zone, costs a hundred times as much as using one
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
