import { DAY_MS } from "#contract/instants.ts";
import type { NamedBackup } from "./backup-name.ts";

/** For each of the last days, weeks and months that have a backup, the newest one is kept. */
export const KEPT_BACKUPS = { days: 7, weeks: 4, months: 6 } as const;

/** Within a day every backup is kept, because a person who notices a problem may need any of today's states. */
const ALL_STAY_MS = DAY_MS;
/** The first Monday after the epoch was January 5, 1970. */
const MONDAY_OFFSET_DAYS = 3;

/** Names the day, week or month (UTC) of a backup. */
type PeriodOf = (backup: NamedBackup) => string;

const dayOf: PeriodOf = ({ madeAt }) => new Date(madeAt).toISOString().slice(0, 10);
const weekOf: PeriodOf = ({ madeAt }) => String(Math.floor((madeAt / DAY_MS + MONDAY_OFFSET_DAYS) / 7));
const monthOf: PeriodOf = (backup) => dayOf(backup).slice(0, 7);

/**
 * The backups that are old enough to delete. Periods without a backup do not count, so that the server's downtime never
 * costs a backup. The newest backup from before an upgrade is also kept.
 */
export function backupsToDrop<Backup extends NamedBackup>(backups: Backup[], now: number): Backup[] {
  const newestFirst = [...backups].sort((one, other) => other.madeAt - one.madeAt);
  const staying = new Set<Backup>([
    ...newestFirst.filter(({ madeAt }) => now - madeAt < ALL_STAY_MS),
    ...newestFirst.filter(({ isBeforeUpgrade }) => isBeforeUpgrade).slice(0, 1),
    ...newestOfEach(newestFirst, dayOf, KEPT_BACKUPS.days),
    ...newestOfEach(newestFirst, weekOf, KEPT_BACKUPS.weeks),
    ...newestOfEach(newestFirst, monthOf, KEPT_BACKUPS.months),
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
