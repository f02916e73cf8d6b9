import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { isOfEarlierRelease } from "./backup/inspect-database.ts";
import { erasedClients } from "./clients/erased-clients.ts";
import { type ErasedList, openErasedFile } from "./clients/erased-list.ts";
import type { Engine } from "./engine/engine.ts";
import { StorageRefusal } from "./engine/faults.ts";
import type { SchemaUse } from "./migrations/migrate.ts";
import { movedFile } from "./move/source.ts";
import { type DatabaseHost, isPlainBeyondThisMachine, nameOfHosts } from "./postgres/database-url.ts";
import { createDataKeyring, type DataKeyring, type MasterKeys } from "./sealing/data-keys.ts";
import { rewriteLog } from "./sqlite/rewrite-log.ts";
import { lockForServer } from "./sqlite/server-lock.ts";
import { openSqlite } from "./sqlite/sqlite.ts";

/** Which database the settings name: PostgreSQL if there are hosts, else a SQLite file. */
export type DatabaseSettings = {
  /** The hosts of PostgreSQL; undefined for SQLite. */
  databaseHosts: DatabaseHost[] | undefined;
  databaseFile: string;
  /** For SQLite: the list of erased clients. */
  erasedFile: string;
  secretsFile: string;
};

/** What is known about a database before its secrets are read. `isNew`: no data in it was made with any secrets. */
export type FoundDatabase = { name: string; isNew: boolean };
/** Reads the secrets of a database, or makes them for a new one. */
export type Unlock<Secrets> = (found: FoundDatabase) => { secrets: Secrets; masterKeys: MasterKeys };
export type OpenedDatabase<Secrets> = {
  engine: Engine;
  seals: DataKeyring;
  erased: ErasedList;
  secrets: Secrets;
  /** A name for messages. */
  name: string;
};

type OpenDatabaseOptions<Secrets> = {
  use: SchemaUse;
  unlock: Unlock<Secrets>;
  /**
   * Called before the tables of a SQLite file from an earlier release are changed. An exception prevents the change.
   */
  beforeUpgrade?: (() => Promise<void>) | undefined;
};

/** Rejects with StorageRefusal, and with what `unlock` throws. */
export function openDatabase<Secrets>(
  settings: DatabaseSettings,
  options: OpenDatabaseOptions<Secrets>,
): Promise<OpenedDatabase<Secrets>> {
  const { databaseHosts } = settings;
  return databaseHosts ? openShared(databaseHosts, options) : openFile(settings, options);
}

async function openFile<Secrets>(
  { databaseFile, erasedFile }: DatabaseSettings,
  { use, unlock, beforeUpgrade }: OpenDatabaseOptions<Secrets>,
): Promise<OpenedDatabase<Secrets>> {
  refuseMoved(databaseFile);
  const isNew = !existsSync(databaseFile);
  if (isNew && use === "expect") {
    throw new StorageRefusal(
      `There is no installation in ${dirname(databaseFile)}. Set FIRSTHAND_DATA to the folder that the server uses; "firsthand serve" makes a new installation.`,
    );
  }
  const { secrets, masterKeys } = unlock({ name: databaseFile, isNew });
  if (beforeUpgrade && use === "upgrade" && isOfEarlierRelease(databaseFile)) await beforeUpgrade();
  const engine = await openSqlite(databaseFile, use);
  const seals = createDataKeyring(engine, masterKeys);
  return { engine, seals, erased: openErasedFile(erasedFile), secrets, name: databaseFile };
}

async function openShared<Secrets>(
  hosts: DatabaseHost[],
  { use, unlock }: OpenDatabaseOptions<Secrets>,
): Promise<OpenedDatabase<Secrets>> {
  const name = nameOfHosts(hosts);
  // loaded only if PostgreSQL is used
  const { openPostgres } = await import("./postgres/postgres.ts");
  const engine = await openPostgres(hosts, { use });
  try {
    const { secrets, masterKeys } = unlock({ name, isNew: await needsNoSecrets(engine) });
    const seals = createDataKeyring(engine, masterKeys);
    return { engine, seals, erased: erasedClients(engine), secrets, name };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/**
 * Without this check, a server started without its DATABASE_URL would begin an empty installation. Throws
 * StorageRefusal.
 */
function refuseMoved(databaseFile: string): void {
  if (existsSync(databaseFile) || !existsSync(movedFile(databaseFile))) return;
  throw new StorageRefusal(
    `${databaseFile} was moved to PostgreSQL. Set DATABASE_URL. To return to the state before the move, rename ${movedFile(databaseFile)} to ${databaseFile}. Changes since the move are only in PostgreSQL.`,
  );
}

/** Whether the database has no data that was made with a master key or a pepper. */
function needsNoSecrets({ read }: Engine): Promise<boolean> {
  return read(async (db) => {
    const dataKey = await db.selectFrom("data_keys").select("owner").limit(1).executeTakeFirst();
    const accessKey = await db.selectFrom("access_keys").select("key_id").limit(1).executeTakeFirst();
    return dataKey === undefined && accessKey === undefined;
  });
}

/** A server's claim to its database, before it opens the database. */
export type ServerClaim = {
  /** True if no other server can work on this database. */
  isOnlyServer: boolean;
  /** Warnings for the operator about the connection. */
  warnings: string[];
  release(): void;
};

/** To be called before the database is opened, which may change its schema. Throws StorageRefusal. */
export function claimForServer({ databaseHosts, databaseFile }: DatabaseSettings): ServerClaim {
  if (databaseHosts) {
    const isPlain = databaseHosts.some(isPlainBeyondThisMachine);
    const warning =
      "what is said to the database can be read on the way: add sslmode=verify-full to DATABASE_URL";
    return { isOnlyServer: false, warnings: isPlain ? [warning] : [], release: () => undefined };
  }
  const { release } = lockForServer(databaseFile);
  rewriteLog(databaseFile);
  return { isOnlyServer: true, warnings: [], release };
}

/** Whether the database is a file in the data folder. */
export function isFileDatabase({ databaseHosts }: Pick<DatabaseSettings, "databaseHosts">): boolean {
  return databaseHosts === undefined;
}

/**
 * The file to copy, restore or move. Throws StorageRefusal with the message `elsewhere` if the database is not a file.
 */
export function databaseFileOf({ databaseHosts, databaseFile }: DatabaseSettings, elsewhere: string): string {
  if (databaseHosts) throw new StorageRefusal(elsewhere);
  return databaseFile;
}
