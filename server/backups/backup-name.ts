/** A backup made by the server, as described by its file name. */
export type NamedBackup = {
  name: string;
  /** Epoch milliseconds, in whole seconds. */
  madeAt: number;
  /** Whether a newer release made it before upgrading the database. */
  isBeforeUpgrade: boolean;
};

const NAME = /^firsthand-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(-before-upgrade)?\.db$/;

/** Names sort by time. */
export function newBackupName(at: number, { isBeforeUpgrade }: { isBeforeUpgrade: boolean }): string {
  const second = new Date(at).toISOString().slice(0, 19).replaceAll(":", "-");
  return `firsthand-${second}Z${isBeforeUpgrade ? "-before-upgrade" : ""}.db`;
}

/** Undefined for any other file name. */
export function parseBackupName(name: string): NamedBackup | undefined {
  const [, day, hour, minute, second, mark] = NAME.exec(name) ?? [];
  const madeAt = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt) ? undefined : { name, madeAt, isBeforeUpgrade: mark !== undefined };
}
