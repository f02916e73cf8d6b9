import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StorageRefusal } from "./faults.ts";

const SQLITE_BUSY = 5;

/**
 * Lets one server at a time have a data folder. The lock is a SQLite transaction that is never ended, so the system
 * frees it with the process, however that dies. Throws StorageRefusal where another server holds it.
 */
export function lockForServer(databaseFile: string): { release(): void } {
  const file = databaseFile.replace(/\.db$/, ".lock");
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    lock = new DatabaseSync(file, { timeout: 0 });
    // without a write-ahead log, which would leave two more files
    lock.exec("pragma journal_mode = delete; begin exclusive");
    const held = lock;
    return { release: () => held.close() };
  } catch (error) {
    lock?.close();
    throw new StorageRefusal(lockProblem(file, databaseFile, error), { cause: error });
  }
}

function lockProblem(file: string, databaseFile: string, error: unknown): string {
  const { errcode, message } = error as Error & { errcode?: number };
  if (errcode !== undefined && (errcode & 0xff) === SQLITE_BUSY) {
    return `Another Firsthand server is running on ${databaseFile}. Stop it, or give this one its own FIRSTHAND_DATA.`;
  }
  return `${file} cannot be used to lock the data folder (${message}). Check that this user may write there, and remove what stands in its place.`;
}
