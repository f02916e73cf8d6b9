import type { HoursCount } from "../storage/clients/client-overview.ts";

const HOURS_PER_DAY = 24;

/** The median in days with one decimal, from counts in ascending order of hours. */
export function medianDays(counts: readonly HoursCount[]): number {
  const all = counts.reduce((sum, { clients }) => sum + clients, 0);
  const hours = (at(counts, Math.floor((all - 1) / 2)) + at(counts, Math.floor(all / 2))) / 2;
  return Math.round((hours / HOURS_PER_DAY) * 10) / 10;
}

/** The hours of the client at this position, from 0. */
function at(counts: readonly HoursCount[], place: number): number {
  let before = 0;
  for (const { hours, clients } of counts) {
    before += clients;
    if (place < before) return hours;
  }
  return 0;
}
