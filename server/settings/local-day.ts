import { isTimeZone } from "#contract/time-zone.ts";

/** The day of the calendar in that zone, as YYYY-MM-DD; without one, in the provider's. */
export type LocalDay = (at: number, timeZone?: string | null) => string;

/** `provider`: asked for each time, since the zone can be changed. */
export function localDays(provider: () => string): LocalDay {
  // making a formatter costs a hundred times what it costs to use it
  const formats = new Map<string, Intl.DateTimeFormat>();

  function formatIn(timeZone: string): Intl.DateTimeFormat {
    // the Swedish write their days so
    const format =
      formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
    formats.set(timeZone, format);
    return format;
  }

  return (at, timeZone) =>
    // one that another machine knew is as good as none
    formatIn(timeZone && isTimeZone(timeZone) ? timeZone : provider()).format(at);
}
