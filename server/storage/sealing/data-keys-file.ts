import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { placeFile } from "../engine/atomic-write.ts";
import { StorageRefusal } from "../engine/faults.ts";
import { giveToOwner } from "../engine/file-owner.ts";
import { INSTALLATION_OWNER, type WrappedKey } from "./data-keys.ts";

/**
 * In each folder with backups: the clients' data keys for all of these backups. A backup cannot restore a client whose
 * key was removed from the file.
 */
export const KEYS_FILE = "firsthand.keys";

const FIRST_LINE =
  "# Data keys of the backups in this folder, wrapped by master keys of the secrets file. Keep it beside them.";
/** A wrapped key has 60 bytes. */
const LINE = /^(\S+) (\S+) ([A-Za-z\d+/]{80})$/;
/** Retries, in case another backup writes to the same folder at the same time. */
const TRIES = 5;

/** Data keys by owner. */
export type DataKeysByOwner = Map<string, WrappedKey>;

export function keysFileBeside(backup: string): string {
  return join(dirname(backup), KEYS_FILE);
}

/** Empty if there is no such file. Throws StorageRefusal if the file has other content. */
export function readKeysFile(file: string): DataKeysByOwner {
  if (!existsSync(file)) return new Map();
  const [first, ...lines] = readFileSync(file, "utf8").split("\n");
  const keys = lines.filter((line) => line !== "").map((line) => parsedKey(line));
  if (first !== FIRST_LINE || keys.some((key) => !key)) {
    throw new StorageRefusal(
      `${file} is not a whole file of data keys. Restore it from a copy; if it is something else, move it away.`,
    );
  }
  return new Map(keys.flatMap((key) => (key ? [[key.owner, key]] : [])));
}

/**
 * Removes the clients' keys from a copy of the database and returns them; the rows stay, with their owners. The
 * installation's own key stays, since it is never erased.
 */
export function takeKeysOut(copy: string): DataKeysByOwner {
  const database = new DatabaseSync(copy);
  try {
    // the copy is from a release without data keys
    if (!hasDataKeys(database)) return new Map();
    database.exec("pragma secure_delete = 1");
    const rows = database
      .prepare("select owner, master_key_id, wrapped from data_keys where owner <> ? and length(wrapped) > 0")
      .all(INSTALLATION_OWNER) as WrappedKey[];
    database.prepare("update data_keys set wrapped = x'' where owner <> ?").run(INSTALLATION_OWNER);
    return new Map(rows.map((row) => [row.owner, row]));
  } finally {
    database.close();
  }
}

/** Adds keys to a folder's file, and removes those of clients erased since. Throws StorageRefusal. */
export async function keepKeys(
  file: string,
  keys: DataKeysByOwner,
  erased: ReadonlySet<string>,
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    await placeFile(file, {
      async make(temporary) {
        const kept = new Map([...readKeysFile(file), ...keys]);
        for (const owner of erased) kept.delete(owner);
        writeFileSync(temporary, textOf(kept));
        if (existsSync(file)) giveToOwner(temporary, file);
      },
      put: (temporary) => renameSync(temporary, file),
    });
    const there = readKeysFile(file);
    if ([...keys.keys()].every((owner) => there.has(owner) || erased.has(owner))) return;
  }
  throw new StorageRefusal(
    `${basename(file)} is being written by other backups all the time. Try again when they are done.`,
  );
}

/** Owners in a backup whose keys are in the file beside it. */
export function ownersWithoutKey(database: DatabaseSync): string[] {
  if (!hasDataKeys(database)) return [];
  const rows = database.prepare("select owner from data_keys where length(wrapped) = 0 order by owner").all();
  return (rows as { owner: string }[]).map(({ owner }) => owner);
}

/** Puts keys back into a copy of a backup. An owner whose key is missing loses the row. */
export function putKeysBack(copy: string, keys: DataKeysByOwner): void {
  const database = new DatabaseSync(copy);
  try {
    const put = (owner: string) => {
      const key = keys.get(owner);
      if (!key) return void database.prepare("delete from data_keys where owner = ?").run(owner);
      database
        .prepare("update data_keys set master_key_id = ?, wrapped = ? where owner = ?")
        .run(key.master_key_id, key.wrapped, owner);
    };
    const owners = ownersWithoutKey(database);
    database.exec("begin");
    for (const owner of owners) put(owner);
    database.exec("commit");
  } finally {
    database.close();
  }
}

/** All data keys that a database holds. */
export function dataKeysIn(database: DatabaseSync): WrappedKey[] {
  if (!hasDataKeys(database)) return [];
  return database
    .prepare("select owner, master_key_id, wrapped from data_keys where length(wrapped) > 0")
    .all() as WrappedKey[];
}

function hasDataKeys(database: DatabaseSync): boolean {
  return database.prepare("select 1 from sqlite_schema where name = 'data_keys'").get() !== undefined;
}

function parsedKey(line: string): WrappedKey | undefined {
  const [, owner, id, wrapped] = LINE.exec(line) ?? [];
  if (!owner || !id || !wrapped) return undefined;
  return { owner, master_key_id: id, wrapped: Buffer.from(wrapped, "base64") };
}

function textOf(keys: DataKeysByOwner): string {
  const lines = [...keys.values()]
    .map(
      ({ owner, master_key_id, wrapped }) =>
        `${owner} ${master_key_id} ${Buffer.from(wrapped).toString("base64")}`,
    )
    .sort();
  return `${[FIRST_LINE, ...lines].join("\n")}\n`;
}
