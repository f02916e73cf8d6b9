import { StorageUnavailable } from "./faults.ts";

/** For stored data that has changed, as by a failing disk: SQLite detects damage only in the structure of its pages. */
export function damageError(cause?: unknown): StorageUnavailable {
  return new StorageUnavailable("The database is damaged. Restore it from a backup.", { cause });
}

/** Parses stored JSON. Throws StorageUnavailable if it is damaged. */
export function parseStored(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damageError(error);
  }
}
