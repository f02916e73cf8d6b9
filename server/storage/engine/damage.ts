import { StorageUnavailable } from "./faults.ts";

/** What was stored is not what is there now: a disk's doing, which SQLite sees in the structure of its pages only. */
export function damage(cause?: unknown): StorageUnavailable {
  return new StorageUnavailable("The database is damaged. Restore it from a backup.", { cause });
}

/** JSON that was stored. Throws StorageUnavailable where it is damaged. */
export function parseStored(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damage(error);
  }
}
