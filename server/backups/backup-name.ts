/** A backup that the server made, as its name says. */
export type NamedBackup = {
  name: string;
  /** Epoch milliseconds, whole seconds. */
  madeAt: number;
  /** Whether a newer release made it before it changed the database. */
  isBeforeUpgrade: boolean;
};

const NAME = /^firsthand-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(-before-upgrade)?\.db$/;

/** Sorted by name, backups are sorted by time. */
export function newBackupName(at: number, { isBeforeUpgrade }: { isBeforeUpgrade: boolean }): string {
  const second = new Date(at).toISOString().slice(0, 19).replaceAll(":", "-");
  return `firsthand-${second}Z${isBeforeUpgrade ? "-before-upgrade" : ""}.db`;
}

/** Undefined for the name of anything else. */
export function parseBackupName(name: string): NamedBackup | undefined {
  const [, day, hour, minute, second, mark] = NAME.exec(name) ?? [];
  const madeAt = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt) ? undefined : { name, madeAt, isBeforeUpgrade: mark !== undefined };
}
