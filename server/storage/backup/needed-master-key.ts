import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isOutsideFault } from "../engine/atomic-write.ts";
import { StorageRefusal } from "../engine/faults.ts";
import { dataKeysIn, KEYS_FILE, readKeysFile } from "../sealing/data-keys-file.ts";

/** The files of a folder of backups with data keys that this master key wraps. Throws StorageRefusal. */
export function filesThatNeed(masterKeyId: string, folder: string): string[] {
  return filesIn(folder).filter((file) => masterKeysOf(file).some((wrappedBy) => wrappedBy === masterKeyId));
}

function filesIn(folder: string): string[] {
  try {
    const files = readdirSync(folder).map((name) => join(folder, name));
    return files.filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
  } catch (error) {
    if (!isOutsideFault(error)) throw error;
    throw new StorageRefusal(`${folder} cannot be read: ${error.message}. Name a folder with backups.`);
  }
}

/** Empty for a file that is not a Firsthand database. */
function masterKeysOf(file: string): string[] {
  if (file.endsWith(`/${KEYS_FILE}`)) return [...readKeysFile(file).values()].map((key) => key.master_key_id);
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return dataKeysIn(database).map((key) => key.master_key_id);
  } catch (error) {
    if (isOutsideFault(error)) return [];
    throw error;
  } finally {
    database.close();
  }
}
