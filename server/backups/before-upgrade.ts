import { StorageRefusal } from "../storage/engine/faults.ts";
import { type BackupConfig, makeBackup } from "./make-backup.ts";

type BeforeUpgrade = {
  /** Undefined where the operator has turned backups off. */
  folder: string | undefined;
  clock: () => number;
  print: (line: string) => void;
};

/**
 * Backs up a database that this release is about to upgrade, and prints where, because an upgrade cannot be undone.
 * Throws StorageRefusal on failure; then the database must not be changed.
 */
export async function backUpBeforeUpgrade(
  config: BackupConfig,
  { folder, clock, print }: BeforeUpgrade,
): Promise<void> {
  if (folder === undefined) {
    print("Warning: FIRSTHAND_BACKUP_DIR is off, so the database is upgraded without a backup");
    return;
  }
  const { file } = await makeBackup(config, { folder, clock, isBeforeUpgrade: true }).catch(
    (error: unknown) => {
      throw error instanceof StorageRefusal ? new StorageRefusal(refusalOf(error), { cause: error }) : error;
    },
  );
  print(`Backup before the upgrade: ${file}`);
}

function refusalOf({ message }: StorageRefusal): string {
  return `The database was written by an earlier Firsthand, and must be backed up before it is upgraded. ${message} Nothing was changed; to upgrade without a backup, set FIRSTHAND_BACKUP_DIR=off.`;
}
