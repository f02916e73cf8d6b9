import { MINUTE_MS } from "#contract/instants.ts";
import { isTimeZone } from "#contract/time-zone.ts";

/** When clients are not written to: from one hour of the day to another in their zone, and on Saturdays and Sundays. */
export type QuietHours = {
  /** 0 to 23; may be later than `to`, which is then of the next day. */
  from: number;
  to: number;
  /** Of the IANA's names, such as Europe/Lisbon. */
  timeZone: string;
};
/** A weekend and a night, in whole hours, with some to spare for clocks that are changed. */
const HOURS_MAX = 100;
const WEEKEND = ["Sat", "Sun"];

/** The first instant from `at` on that is outside quiet hours in that zone; without one, in the provider's. */
export type NextOpen = (at: number, timeZone?: string | null) => number;

/** Makes the function once: making a formatter costs a hundred times what it costs to use it. */
export function openingHours(quiet: QuietHours): NextOpen {
  const { from, to } = quiet;
  const formats = new Map<string, Intl.DateTimeFormat>();

  function formatIn(timeZone: string): Intl.DateTimeFormat {
    // with the first one, the names and rules of all zones are loaded
    const format =
      formats.get(timeZone) ??
      new Intl.DateTimeFormat("en-US", {
        // one that another machine knew is as good as none
        timeZone: isTimeZone(timeZone) ? timeZone : quiet.timeZone,
        weekday: "short",
        hour: "numeric",
        minute: "numeric",
        hourCycle: "h23",
      });
    formats.set(timeZone, format);
    return format;
  }

  function localTime(at: number, timeZone: string) {
    const parts = Object.fromEntries(
      formatIn(timeZone)
        .formatToParts(at)
        .map(({ type, value }) => [type, value]),
    );
    return { weekday: parts.weekday ?? "", hour: Number(parts.hour), minute: Number(parts.minute) };
  }

  function isQuiet({ weekday, hour }: ReturnType<typeof localTime>): boolean {
    const isNight = from < to ? hour >= from && hour < to : hour >= from || hour < to;
    return isNight || WEEKEND.includes(weekday);
  }

  return (at, timeZone) => {
    let open = at;
    for (let hours = 0; hours < HOURS_MAX; hours++) {
      const local = localTime(open, timeZone ?? quiet.timeZone);
      if (!isQuiet(local)) return open;
      // to the next full hour there, from the full minute: no zone's clock is off by parts of one today
      open = Math.floor(open / MINUTE_MS) * MINUTE_MS + (60 - local.minute) * MINUTE_MS;
    }
    return open;
  };
}

/** Quiet hours as the environment sets them: perhaps without a zone. */
export type GivenQuietHours = Pick<QuietHours, "from" | "to"> & { timeZone: string | undefined };

export const QUIET_HOURS = { from: 20, to: 8 };

/** Throws an Error that says what is expected. */
export function parseQuietHours(text: string | undefined): GivenQuietHours | undefined {
  if (text === undefined) return undefined;
  const [, from = "", to = "", timeZone] = /^(\d{1,2})-(\d{1,2})(?: +(\S+))?$/.exec(text) ?? [];
  const hours = { from: Number(from), to: Number(to) };
  if (from === "" || hours.from > 23 || hours.to > 23 || hours.from === hours.to)
    throw new Error(
      `expected two hours from 0 to 23 and a time zone, such as 20-8 Europe/Lisbon, not "${text}".`,
    );
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new Error(`there is no time zone "${timeZone}"; expected one such as Europe/Lisbon.`);
  return { ...hours, timeZone };
}

/** Looking for it takes a tenth of a short command. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
