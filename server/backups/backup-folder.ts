import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "#contract/instants.ts";
import { isOutsideFault } from "../storage/engine/atomic-write.ts";
import { StorageRefusal } from "../storage/engine/faults.ts";
import { lockFile } from "../storage/engine/file-lock.ts";
import { giveToFolder } from "../storage/engine/file-owner.ts";
import { type NamedBackup, parseBackupName } from "./backup-name.ts";

export type FoundBackup = NamedBackup & { bytes: number };

const LOCK = "backup.lock";
/** Files left by an interrupted backup. */
const HALF = /^firsthand[-.].*\.half(-wal|-shm|-journal)?$/;

/** The backups in a folder, newest first; empty if the folder does not exist. Throws StorageRefusal. */
export function backupsIn(folder: string): FoundBackup[] {
  if (!existsSync(folder)) return [];
  return namesIn(folder)
    .flatMap((name) => {
      const named = parseBackupName(name);
      // another process may just have deleted it
      const there = named && statSync(join(folder, name), { throwIfNoEntry: false });
      return named && there?.isFile() ? [{ ...named, bytes: there.size }] : [];
    })
    .sort((one, other) => other.madeAt - one.madeAt);
}

/** The newest backup not made in the future: a file from a wrong clock is ignored. */
export function newestBy<Backup extends NamedBackup>(newestFirst: Backup[], now: number): Backup | undefined {
  return newestFirst.find(({ madeAt }) => madeAt <= now);
}

/** Makes a folder that only this user can open. Throws StorageRefusal. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    giveToFolder(folder);
  } catch (error) {
    throw asRefusal(folder, error);
  }
}

/**
 * A backup must leave as much free space as the database's size, so that backups never stop saves. Throws
 * StorageRefusal.
 */
export function refuseWithoutRoom(folder: string, databaseFile: string): void {
  const { bsize, bavail } = statfsSync(folder);
  const { size } = statSync(databaseFile);
  const free = bsize * bavail;
  if (free >= 2 * size) return;
  throw new StorageRefusal(
    `${folder} has ${megabytes(free)} free, and a backup of ${megabytes(size)} has to leave as much again for the server. Free some space there, or set FIRSTHAND_BACKUP_DIR to a folder on another disk.`,
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;
}

/** Lets only one process make a backup at a time. Throws StorageRefusal. */
export function lockFolder(folder: string): { release(): void } {
  return lockFile(
    join(folder, LOCK),
    `Another backup is being made in ${folder}. Try again when it is done.`,
  );
}

export function dropBackups(folder: string, names: string[]): void {
  for (const name of names) rmSync(join(folder, name), { force: true });
}

/** Deletes unfinished files older than a day, which no process is still writing. */
export function dropHalfWritten(folder: string, now: number): void {
  const isOld = (name: string) =>
    now - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? now) > DAY_MS;
  dropBackups(
    folder,
    namesIn(folder).filter((name) => HALF.test(name) && isOld(name)),
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw asRefusal(folder, error);
  }
}

function asRefusal(folder: string, error: unknown): unknown {
  if (!isOutsideFault(error)) return error;
  return new StorageRefusal(
    `${folder} can't be used for backups (${error.message}). Give this user access to it, or set FIRSTHAND_BACKUP_DIR to another folder.`,
    { cause: error },
  );
}
