import { isTimeZone } from "#contract/time-zone.ts";

/** The hours of a day, in the client's time zone, when no mail is sent; Saturdays and Sundays are quiet all day. */
export type Hours = {
  /** 0 to 23. If it is later than `to`, then `to` is on the next day. */
  from: number;
  to: number;
};

/** Quiet hours in the environment; the time zone is optional there. */
export type GivenQuietHours = Hours & { timeZone: string | undefined };

export const QUIET_HOURS: Hours = { from: 20, to: 8 };

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

/** A function, because the lookup takes a tenth of the time of a short command. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
