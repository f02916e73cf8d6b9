import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isDiskFull } from "./atomic-write.ts";
import { StorageRefusal } from "./faults.ts";
import { giveToFolder } from "./file-owner.ts";

const SQLITE_BUSY = 5;

/**
 * Locks a file for one process at a time, and creates the file if it is missing. Throws StorageRefusal with the message
 * `taken` if another process has the lock.
 */
export function lockFile(file: string, taken: string): { release(): void } {
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const isNew = !existsSync(file);
    lock = new DatabaseSync(file, { timeout: 0 });
    // no write-ahead log, which would leave two more files
    lock.exec("pragma journal_mode = delete; begin exclusive");
    if (isNew) giveToFolder(file);
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
  if (isDiskFull(error))
    return `${file} cannot be used as a lock: the disk is full. Free some space there and try again.`;
  const { message } = error as Error;
  return `${file} cannot be used as a lock (${message}). Check that this user may write there, and remove what stands in its place.`;
}
