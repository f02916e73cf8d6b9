import { DAY_MS } from "#contract/instants.ts";
import type { NamedBackup } from "./backup-name.ts";

/** Of each of the last so many days, weeks and months that have one, the newest stays. */
export const KEPT = { days: 7, weeks: 4, months: 6 } as const;

/** Somebody who sees today that something is wrong may want any state of today. */
const ALL_STAY_MS = DAY_MS;
/** The first Monday of the epoch is its fifth day. */
const MONDAY_OFFSET_DAYS = 3;

/** A name for the day, week or month (UTC) of a backup. */
type PeriodOf = (backup: NamedBackup) => string;

const dayOf: PeriodOf = ({ madeAt }) => new Date(madeAt).toISOString().slice(0, 10);
const weekOf: PeriodOf = ({ madeAt }) => String(Math.floor((madeAt / DAY_MS + MONDAY_OFFSET_DAYS) / 7));
const monthOf: PeriodOf = (backup) => dayOf(backup).slice(0, 7);

/**
 * Which of a place's backups are old enough to go. Periods without a backup do not count, so what is left never goes
 * because the server was away. The newest one from before an upgrade stays as well.
 */
export function backupsToDrop<Backup extends NamedBackup>(backups: Backup[], now: number): Backup[] {
  const newestFirst = [...backups].sort((one, other) => other.madeAt - one.madeAt);
  const staying = new Set<Backup>([
    ...newestFirst.filter(({ madeAt }) => now - madeAt < ALL_STAY_MS),
    ...newestFirst.filter(({ isBeforeUpgrade }) => isBeforeUpgrade).slice(0, 1),
    ...newestOfEach(newestFirst, dayOf, KEPT.days),
    ...newestOfEach(newestFirst, weekOf, KEPT.weeks),
    ...newestOfEach(newestFirst, monthOf, KEPT.months),
  ]);
  return newestFirst.filter((backup) => !staying.has(backup));
}

function newestOfEach<Backup extends NamedBackup>(
  newestFirst: Backup[],
  periodOf: PeriodOf,
  count: number,
): Backup[] {
  const newest = new Map<string, Backup>();
  for (const backup of newestFirst) {
    const period = periodOf(backup);
    if (!newest.has(period)) newest.set(period, backup);
  }
  return [...newest.values()].slice(0, count);
}
