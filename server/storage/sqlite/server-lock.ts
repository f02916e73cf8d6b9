import { lockFile } from "../engine/file-lock.ts";

/**
 * Locks a data folder for one server. The lock is a SQLite transaction that never ends, so the system frees it when the
 * process ends in any way. Throws StorageRefusal with the message `taken` if another server holds it.
 */
export function lockForServer(
  databaseFile: string,
  taken = `Another Firsthand server is running on ${databaseFile}. Stop it, or give this one its own FIRSTHAND_DATA.`,
): { release(): void } {
  return lockFile(databaseFile.replace(/\.db$/, ".lock"), taken);
}
