import { existsSync, realpathSync, renameSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import {
  isDiskFull,
  isOutsideFault,
  linkOrMove,
  placeFile,
  SQLITE_SUFFIXES,
} from "../engine/atomic-write.ts";
import { StorageRefusal } from "../engine/faults.ts";
import { type DataKeysByOwner, keepKeys, keysFileBeside, takeKeysOut } from "../sealing/data-keys-file.ts";
import { refuseOldSqlite } from "../sqlite/sqlite.ts";
import { stateChecksum } from "./checksum.ts";
import { type DatabaseFacts, inspectDatabase } from "./inspect-database.ts";

/**
 * All pages in one step: with several, a writer in between would make the copy start over, possibly forever. A reader
 * does not block writers.
 */
const EVERY_PAGE = 2_147_483_647;

/** Closing or recovering a database locks it for a moment. */
const LOCK_WAIT_MS = 5_000;

export type BackupCommand = {
  databaseFile: string;
  /** Files that a backup must never replace, beside the database's own. */
  precious: string[];
  target: string;
  /** Whether an existing file may be replaced. */
  replaces: boolean;
  /** Erased clients, whose keys no backup may keep. */
  erased: ReadonlySet<string>;
};

/** `keysFile`: the file with the clients' data keys, without which no answer in the backup can be read. */
export type WrittenBackup = DatabaseFacts & { keysFile: string };

/**
 * Writes a snapshot of the database; a server may save meanwhile. The copy is checked and flushed to disk before it
 * gets its name, and so are its data keys, which go to the file beside it. Throws StorageRefusal.
 */
export async function writeBackup({
  databaseFile,
  precious,
  target,
  replaces,
  erased,
}: BackupCommand): Promise<WrittenBackup> {
  refuseMissing(databaseFile);
  const keysFile = keysFileBeside(target);
  let keys: DataKeysByOwner = new Map();
  return placeFile(target, {
    async make(temporary) {
      const own = [...filesOf(databaseFile), ...filesOf(realpathSync(databaseFile)), keysFile, ...precious];
      refuseTarget(target, own, replaces);
      await copyDatabase(databaseFile, temporary);
      keys = takeKeysOut(temporary);
      stateChecksum(temporary);
      const inspection = inspectDatabase(temporary);
      if (inspection.kind === "sound") return { ...inspection.facts, keysFile };
      throw new StorageRefusal(`${databaseFile} ${inspection.problem}. No backup was written.`);
    },
    async put(temporary) {
      await keepKeys(keysFile, keys, erased);
      if (replaces) renameSync(temporary, target);
      else linkOrMove(temporary, target);
    },
  });
}

/** Throws StorageRefusal. */
export function refuseMissing(databaseFile: string): void {
  if (existsSync(databaseFile)) return;
  throw new StorageRefusal(
    `No database at ${databaseFile}. Set FIRSTHAND_DATA to the folder that the server uses.`,
  );
}

async function copyDatabase(databaseFile: string, copy: string): Promise<void> {
  let source: DatabaseSync | undefined;
  try {
    source = openExisting(databaseFile, { mode: "rw", timeout: LOCK_WAIT_MS });
    refuseOldSqlite(source);
    await backup(source, copy, { rate: EVERY_PAGE });
  } catch (error) {
    // these faults are about the disk of the copy
    if (!isOutsideFault(error) || isDiskFull(error)) throw error;
    throw new StorageRefusal(`${databaseFile} cannot be copied: ${error.message}. No backup was written.`);
  } finally {
    source?.close();
  }
  // a single file, even when it is opened, and marked as a database that is not in use
  const finished = openExisting(copy, { mode: "rw", timeout: 0 });
  finished.exec("pragma journal_mode = delete");
  finished.close();
}

type OpenExistingOptions = { mode: "ro" | "rw"; timeout: number };

/** A connection to an existing database; never creates one. */
export function openExisting(file: string, { mode, timeout }: OpenExistingOptions): DatabaseSync {
  const address = pathToFileURL(file);
  address.searchParams.set("mode", mode);
  return new DatabaseSync(address, { timeout, readOnly: mode === "ro" });
}

function refuseTarget(target: string, own: string[], replaces: boolean): void {
  const taken = own.find((file) => isSameFile(file, target));
  if (taken) {
    throw new StorageRefusal(`${target} is this installation's own ${basename(taken)}. Name another file.`);
  }
  const there = statSync(target, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new StorageRefusal(`${target} is a folder. Name a file inside the folder.`);
  if (there && !there.isFile()) throw new StorageRefusal(`${target} is not a file. Name another one.`);
  if (there && !replaces) {
    throw new StorageRefusal(`${target} already exists. Name another file, or add --force to replace it.`);
  }
}

/** The database and the files beside it, including those that exist only at times. */
function filesOf(databaseFile: string): string[] {
  const lock = databaseFile.replace(/\.db$/, ".lock");
  return [databaseFile, lock, ...SQLITE_SUFFIXES.map((suffix) => databaseFile + suffix)];
}

/** Compares by any path, even if one of the files does not exist yet. */
export function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((file) => statSync(file, { throwIfNoEntry: false }));
  if (first && second) return first.dev === second.dev && first.ino === second.ino;
  return resolved(one) === resolved(other);
}

function resolved(file: string): string {
  if (existsSync(file)) return realpathSync(file);
  const folder = dirname(file);
  return existsSync(folder) ? join(realpathSync(folder), basename(file)) : file;
}
