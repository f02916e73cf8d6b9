import { DIGEST_HOUR } from "#contract/manage/mail/digest.ts";
import { isTimeZone } from "#contract/time-zone.ts";

const WEEKEND = ["Sat", "Sun"];

export type LocalMornings = {
  /** YYYY-MM-DD, as the calendar has it there. */
  dayOf(at: number, timeZone: string): string;
  /** That day, where it is a weekday there and the hour of the digest has come; else undefined. */
  morningOf(at: number, timeZone: string): string | undefined;
};

/** What clocks on the wall say. They are read and never computed, so that a change of the clocks is no special case. */
export function localMornings(): LocalMornings {
  const formats = new Map<string, Intl.DateTimeFormat>();

  // making a formatter costs a hundred times what it costs to use it
  function formatIn(timeZone: string): Intl.DateTimeFormat {
    const format =
      formats.get(timeZone) ??
      new Intl.DateTimeFormat("en-US", {
        timeZone,
        weekday: "short",
        year: "numeric",
        month: "2-digit",
        day: "2-digit",
        hour: "numeric",
        hourCycle: "h23",
      });
    formats.set(timeZone, format);
    return format;
  }

  function read(at: number, timeZone: string) {
    const parts = formatIn(timeZone).formatToParts(at);
    const {
      weekday = "",
      year,
      month,
      day,
      hour,
    } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
    return { day: `${year}-${month}-${day}`, weekday, hour: Number(hour) };
  }

  return {
    dayOf: (at, timeZone) => read(at, timeZone).day,
    morningOf(at, timeZone) {
      const { day, weekday, hour } = read(at, timeZone);
      return WEEKEND.includes(weekday) || hour < DIGEST_HOUR ? undefined : day;
    },
  };
}

/** The manager's, where this machine knows it; else the provider's. */
export function knownZone(timeZone: string | null, providerZone: string): string {
  return timeZone !== null && isTimeZone(timeZone) ? timeZone : providerZone;
}
