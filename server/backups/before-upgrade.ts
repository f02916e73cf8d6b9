import { StorageRefusal } from "../storage/engine/faults.ts";
import { type BackupConfig, makeBackup } from "./make-backup.ts";

type BeforeUpgrade = {
  /** Undefined where the operator wants no backups of ours. */
  folder: string | undefined;
  clock: () => number;
  print: (line: string) => void;
};

/**
 * Backs up a database that this release is about to change, and says where: an upgrade goes only forward. Throws
 * StorageRefusal where that cannot be done, and then nothing may be changed.
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
