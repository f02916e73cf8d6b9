/** Instants are epoch milliseconds in code, and ISO 8601 in UTC on the wire. */

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The day (YYYY-MM-DD) that is `days` later, or earlier if `days` is negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** ISO 8601 in UTC, as calls carry instants. */
export function isoOf(instant: number): string;
/** Null for a missing instant. */
export function isoOf(instant: number | null | undefined): string | null;
export function isoOf(instant: number | null | undefined): string | null {
  return instant == null ? null : new Date(instant).toISOString();
}
