import { lockFile } from "../engine/file-lock.ts";

/**
 * Lets one server at a time have a data folder. The lock is a SQLite transaction that is never ended, so the system
 * frees it with the process, however that dies. Throws StorageRefusal, saying `taken` where another server holds it.
 */
export function lockForServer(
  databaseFile: string,
  taken = `Another Firsthand server is running on ${databaseFile}. Stop it, or give this one its own FIRSTHAND_DATA.`,
): { release(): void } {
  return lockFile(databaseFile.replace(/\.db$/, ".lock"), taken);
}
