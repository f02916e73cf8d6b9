import { DatabaseSync } from "node:sqlite";
import { StorageRefusal } from "./faults.ts";

/**
 * Lets one server at a time have a data folder. The lock is a SQLite transaction that is never ended, so the system
 * frees it with the process, however that dies. Throws StorageRefusal where another server holds it.
 */
export function lockForServer(databaseFile: string): { release(): void } {
  const file = databaseFile.replace(/\.db$/, ".lock");
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    // a lock kept in the file itself: with a write-ahead log it would outlive nothing, but leave two more files
    lock.exec("pragma journal_mode = delete; begin exclusive");
  } catch (error) {
    lock.close();
    throw new StorageRefusal(
      `Another Firsthand server is running on ${databaseFile}. Stop it, or give this one its own FIRSTHAND_DATA.`,
      { cause: error },
    );
  }
  return { release: () => lock.close() };
}
