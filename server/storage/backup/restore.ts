import { existsSync, realpathSync, renameSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { isOutsideFault, linkOrMove, placeFile, SQLITE_SUFFIXES } from "../engine/atomic-write.ts";
import { resultCode, StorageRefusal } from "../engine/faults.ts";
import { giveToOwner } from "../engine/file-owner.ts";
import type { WrappedKey } from "../sealing/data-keys.ts";
import {
  type DataKeysByOwner,
  keysFileBeside,
  putKeysBack,
  readKeysFile,
} from "../sealing/data-keys-file.ts";
import { BUSY_TIMEOUT_MS } from "../sqlite/pragmas.ts";
import { lockForServer } from "../sqlite/server-lock.ts";
import { isSameFile, openExisting } from "./backup.ts";
import { checksumOf, copyWithoutChecksum } from "./checksum.ts";
import { type DatabaseFacts, inspectDatabase } from "./inspect-database.ts";

const SQLITE_BUSY = 5;

/** The time within which a running command should finish. */
const LOCK_WAIT_MS = 2_000;

/** SQLite's additional files that hold part of the database. */
const LOGS = ["-wal", "-journal"];

const REMEDY = 'Name a file that "firsthand backup" wrote.';

export type RestoreBackupCommand = {
  source: string;
  databaseFile: string;
  /** Whether an existing database may be replaced; it stays beside the new one under another name. */
  replaces: boolean;
  /** Clients who must not be restored, and whose keys may be missing. */
  erased: ReadonlySet<string>;
  /** Whether clients whose data keys are lost stay unreadable, instead of the restore being refused. */
  leavesUnreadable: boolean;
  now: number;
};

/**
 * `keptAside`: the previous database and its additional files, under their new names. `dataKeys`: all data keys of the
 * restored database. `unreadable`: the number of clients whose keys are lost.
 */
export type RestoredBackup = DatabaseFacts & { keptAside: string[]; unreadable: number };

/**
 * Replaces the database with a copy of a backup. Throws StorageRefusal, with nothing changed, if a server is running,
 * if the backup is damaged or its keys are missing, or if a database exists that may not be replaced.
 */
export async function restoreBackup(command: RestoreBackupCommand): Promise<RestoredBackup> {
  const { facts, keys } = checkSource(command);
  const lock = lockForServer(
    command.databaseFile,
    `A Firsthand server is running on ${command.databaseFile}. Stop it first, and start it again after the restore.`,
  );
  try {
    // if the path is a link, SQLite's additional files are beside the link's target
    const database = existsSync(command.databaseFile)
      ? realpathSync(command.databaseFile)
      : command.databaseFile;
    return await putInPlace({ ...command, databaseFile: database }, facts, keys);
  } finally {
    lock.release();
  }
}

type CheckedSource = Omit<RestoreBackupCommand, "replaces" | "now">;

/** Checks that a restore can use this file: it is intact, and its data keys are available. Throws StorageRefusal. */
export function checkSource(command: CheckedSource): { facts: DatabaseFacts; keys: DataKeysByOwner } {
  const facts = soundBackup(command);
  return { facts, keys: keysOf(command, facts) };
}

function soundBackup({ source, databaseFile }: CheckedSource): DatabaseFacts {
  try {
    refuseOtherThanBackup(source, databaseFile);
    const inspection = inspectDatabase(source);
    if (inspection.kind === "sound") return inspection.facts;
    throw new StorageRefusal(`${source} ${inspection.problem}. Nothing was changed.`);
  } catch (error) {
    throw isOutsideFault(error) ? new StorageRefusal(`${source} cannot be read: ${error.message}.`) : error;
  }
}

function refuseOtherThanBackup(source: string, databaseFile: string): void {
  const there = statSync(source, { throwIfNoEntry: false });
  if (!there) throw new StorageRefusal(`${source} does not exist. ${REMEDY}`);
  if (!there.isFile()) throw new StorageRefusal(`${source} is not a file. ${REMEDY}`);
  if (isSameFile(source, databaseFile))
    throw new StorageRefusal(`${source} is the database itself. ${REMEDY}`);
  const log = LOGS.map((suffix) => source + suffix).find((file) => sizeOf(file) > 0);
  if (log) {
    throw new StorageRefusal(
      `${source} is not a backup but a database that was not closed: a part of it is in ${log}. ${REMEDY}`,
    );
  }
}

/** The data keys that the backup needs, from the file beside it. */
function keysOf({ source, erased, leavesUnreadable }: CheckedSource, facts: DatabaseFacts): DataKeysByOwner {
  const needed = facts.ownersWithoutKey.filter((owner) => !erased.has(owner));
  if (needed.length === 0) return new Map();
  const file = keysFileBeside(source);
  const there = readKeysFile(file);
  const keys: DataKeysByOwner = new Map(
    needed.flatMap((owner) => {
      const key = there.get(owner);
      return key ? [[owner, key] as const] : [];
    }),
  );
  const missing = needed.length - keys.size;
  if (missing > 0 && !leavesUnreadable) {
    throw new StorageRefusal(
      `${file} ${existsSync(file) ? "has no" : "is missing, so there are no"} data keys for ${missing} of ${facts.clients} clients in the backup. Without these keys, their answers can't be read. Put the data keys file from the backup's folder there. If these clients were erased after the backup, put the file "erased" back into the data folder. To restore the rest anyway, add --leave-unreadable.`,
    );
  }
  return keys;
}

async function putInPlace(
  command: RestoreBackupCommand,
  facts: DatabaseFacts,
  keys: DataKeysByOwner,
): Promise<RestoredBackup> {
  const { source, databaseFile, replaces, now } = command;
  if (existsSync(databaseFile) && !replaces) {
    throw new StorageRefusal(
      `There is a database at ${databaseFile} already. Add --force to replace it; it is then kept aside, not deleted.`,
    );
  }
  const aside = `${databaseFile}.before-restore-${new Date(now).toISOString().replaceAll(":", "-")}`;
  await placeFile(databaseFile, {
    async make(temporary) {
      copyWithoutChecksum(source, temporary);
      if (checksumOf(temporary) !== facts.checksum)
        throw new StorageRefusal(`${source} was changed while it was read. Try again.`);
      putKeysBack(temporary, keys);
      giveToOwner(temporary, databaseFile);
    },
    put: (temporary) => replaceDatabase(temporary, databaseFile, aside),
  });
  const dataKeys: WrappedKey[] = [...facts.dataKeys, ...keys.values()];
  const unreadable = facts.ownersWithoutKey.filter((owner) => !keys.has(owner) && !command.erased.has(owner));
  const changed = { dataKeys, ownersWithoutKey: [], unreadable: unreadable.length };
  return {
    ...facts,
    ...changed,
    keptAside: ["", ...SQLITE_SUFFIXES].map((suffix) => aside + suffix).filter(existsSync),
  };
}

/** A former database is never missing in between, and no database gets another one's log. */
async function replaceDatabase(temporary: string, database: string, aside: string): Promise<void> {
  const held = holdAlone(database);
  try {
    for (const suffix of SQLITE_SUFFIXES)
      if (existsSync(database + suffix)) renameSync(database + suffix, aside + suffix);
    if (existsSync(database)) {
      linkOrMove(database, aside);
      renameSync(temporary, database);
    } else {
      linkOrMove(temporary, database);
    }
    // a command that has just opened the former file gives up: if it continued, it would leave its log beside the new
    // file
    if (held) await setTimeout(2 * BUSY_TIMEOUT_MS);
  } finally {
    held?.close();
  }
}

/**
 * Checkpoints the log into the database and locks out all others; undefined if there is no database that can be opened.
 */
function holdAlone(database: string): DatabaseSync | undefined {
  if (!existsSync(database)) return undefined;
  let connection: DatabaseSync | undefined;
  try {
    // opened read-only first: a connection that may write discards the log if it cannot read the database
    connection = openExisting(database, { mode: "ro", timeout: LOCK_WAIT_MS });
    connection.exec("select count(*) from sqlite_schema");
    connection.close();
    connection = openExisting(database, { mode: "rw", timeout: LOCK_WAIT_MS });
    connection.exec("pragma journal_mode = delete; begin exclusive");
    return connection;
  } catch (error) {
    if (connection?.isOpen) connection.close();
    if (resultCode(error) !== SQLITE_BUSY) return undefined;
    throw new StorageRefusal(
      `Another command is using ${database}. Wait until it is done, and try again. Nothing was changed.`,
      { cause: error },
    );
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
