import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StorageRefusal } from "../engine/faults.ts";

const SQLITE_BUSY = 5;

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

/** The same by any other file, which is made where there is none. Throws StorageRefusal. */
export function lockFile(file: string, taken: string): { release(): void } {
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
    throw new StorageRefusal(isHeld(error) ? taken : lockProblem(file, error), { cause: error });
  }
}

function isHeld(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode !== undefined && (errcode & 0xff) === SQLITE_BUSY;
}

function lockProblem(file: string, error: unknown): string {
  const { message } = error as Error;
  return `${file} cannot be used as a lock (${message}). Check that this user may write there, and remove what stands in its place.`;
}
