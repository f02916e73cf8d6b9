import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import type { Engine, HeldSnapshot } from "../engine/engine.ts";
import {
  DAMAGED,
  isDamagedSchema,
  resultCode,
  StorageRefusal,
  StorageUnavailable,
} from "../engine/faults.ts";
import { giveToFolder } from "../engine/file-owner.ts";
import type { Db } from "../engine/schema.ts";
import { migrate, type RowTrigger, type SchemaUse } from "../migrations/migrate.ts";
import { ownersWithoutKey } from "../sealing/data-keys-file.ts";
import { groupCommit } from "./group-commit.ts";
import { PRAGMAS, pragmaStatements } from "./pragmas.ts";
import { openReaderThread, startReaderThread } from "./reader-thread.ts";
import { holds, isSet, kyselyOn, placeAmong } from "./sqlite-kysely.ts";

/** Older releases can lose committed writes when two connections checkpoint at once (the WAL-reset bug). */
const SQLITE_FLOOR = [3, 51, 3] as const;

const SQLITE_BUSY = 5;
const SQLITE_CANTOPEN = 14;

const TERMS = {
  whole: "integer",
  bytes: "blob",
  inCodePoints,
  indexesLongTexts: true,
  trigrams: "fts5",
  onEachRow,
} as const;

/**
 * SQLite in one file. Writes use one connection and reads another, so that a read never sees uncommitted data. Long
 * reads use a third, in a thread. Throws StorageRefusal if the file cannot be used.
 */
export async function openSqlite(file: string, use: SchemaUse = "upgrade"): Promise<Engine> {
  const connections: DatabaseSync[] = [];
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // SQLite gives its other files the mode of this one
    const isNew = !existsSync(file);
    closeSync(openSync(file, "a", 0o600));
    if (isNew) giveToFolder(file);
    const writer = connect(file, connections);
    const writerDb = kyselyOn(writer);
    const write = groupCommit(writerDb, { asFault, isLocked: (error) => resultCode(error) === SQLITE_BUSY });
    await write((db) => migrate(db, { terms: TERMS, use }));
    const reader = kyselyOn(connect(file, connections));
    const read: Engine["read"] = (work) => work(reader).catch((error) => Promise.reject(asFault(error)));
    const aside = openReaderThread(() => startReaderThread({ file, pragmas: pragmaStatements() }));
    return {
      reader,
      write,
      isShared: false,
      inCodePoints,
      holds,
      placeAmong,
      isSet,
      rowPlace: "rowid",
      trigrams: TERMS.trigrams,
      read,
      hold: ({ excludesWrites }) => read((db) => hold(db, excludesWrites)).then((end) => ({ read, end })),
      readAside: (work) => work(aside.db).catch((error) => Promise.reject(asFault(error))),
      stats: write.stats,
      watchTransactions: write.watchTransactions,
      // secure delete overwrites deleted bytes in the file at once; this checkpoint removes them from the log
      eraseFreedPages: () =>
        aside.whileQuiet(async () => {
          await write.idle();
          try {
            return writer.prepare("pragma wal_checkpoint(truncate)").get()?.busy === 0;
          } catch (error) {
            throw asFault(error);
          }
        }),
      async close() {
        await write.idle();
        await aside.close();
        // the last connection to close, in any process, checkpoints the log into the file
        for (const connection of connections) connection.close();
      },
    };
  } catch (error) {
    for (const connection of connections) connection.close();
    throw error instanceof StorageRefusal
      ? new StorageRefusal(`${file}: ${error.message}`)
      : asRefusal(file, error);
  }
}

/** Holds a transaction on the read connection; an immediate one blocks all writes, even by commands. */
async function hold(reader: Db, excludesWrites: boolean): Promise<HeldSnapshot["end"]> {
  await (excludesWrites ? sql`begin immediate` : sql`begin`).execute(reader);
  // the first read fixes the snapshot
  await reader.selectFrom("installation").select("id").execute();
  let isOpen = true;
  return async () => {
    if (isOpen) await sql`commit`.execute(reader);
    isOpen = false;
  };
}

function onEachRow({ name, event, table, when, acts }: RowTrigger): string[] {
  return [
    `create trigger ${name} after ${event} on ${table} for each row ${when ? `when (${when})` : ""}
      begin ${acts.map((act) => `${act};`).join(" ")} end`,
  ];
}

function inCodePoints(column: string) {
  return sql.ref(column);
}

function connect(file: string, connections: DatabaseSync[]): DatabaseSync {
  const connection = new DatabaseSync(file);
  connections.push(connection);
  refuseOldSqlite(connection);
  refuseBackup(connection);
  for (const [name, value] of Object.entries(PRAGMAS)) {
    connection.exec(`pragma ${name} = ${value}`);
    const set = Object.values(connection.prepare(`pragma ${name}`).get() ?? {})[0];
    if (set !== value)
      throw new StorageRefusal(`SQLite does not accept "${name} = ${value}" (it says ${String(set)}).`);
  }
  return connection;
}

/** Throws StorageRefusal. */
export function refuseOldSqlite(connection: DatabaseSync): void {
  const version = String(connection.prepare("select sqlite_version() as v").get()?.v);
  if (isBelow(version, SQLITE_FLOOR)) {
    throw new StorageRefusal(
      `SQLite ${version} can lose committed data; ${SQLITE_FLOOR.join(".")} or newer is needed. Use a newer Node.js 24.`,
    );
  }
}

/** A backup that was put in place by hand lacks its data keys. Its checksum marks it as a backup (`checksum.ts`). */
function refuseBackup(connection: DatabaseSync): void {
  const marked = connection.prepare("pragma user_version").get()?.user_version !== 0;
  if (!marked || ownersWithoutKey(connection).length === 0) return;
  throw new StorageRefusal(
    'it is a backup, and its data keys are in the file beside which it was written. Move it away, and bring it back by "firsthand restore".',
  );
}

function isBelow(version: string, floor: readonly number[]): boolean {
  const parts = version.split(".").map(Number);
  const differing = floor.findIndex((part, place) => parts[place] !== part);
  return differing >= 0 && (parts[differing] ?? 0) < (floor[differing] ?? 0);
}

/** SQLite's primary result codes that the disk or another process causes, not a bug of ours. */
const UNAVAILABLE: { [code: number]: string } = {
  5: "locked by another process",
  6: "locked",
  8: "read-only",
  10: "disk I/O error",
  11: "damaged",
  13: "disk full",
  14: "cannot be opened",
  26: "not a database",
};

function asFault(error: unknown): unknown {
  const reason = UNAVAILABLE[resultCode(error)];
  if (!reason) return error;
  const message = `The database is unavailable: ${reason}`;
  return new StorageUnavailable(message, { cause: error, remedy: remedyOf(error) });
}

const REMEDIES: { [code: number]: string } = {
  5: "another process holds it locked. Stop that process, or wait until it is done.",
  8: "it cannot be written to. Give this user write permission, or set FIRSTHAND_DATA to another folder. If this user has the permission, the file is damaged: restore it from a backup.",
  10: "its disk fails. Check the disk and its file system, and start again.",
  11: DAMAGED,
  13: "the disk is full. Free some space and start again.",
  14: "it cannot be opened. Check that the folder exists and that this user may write to it, or set FIRSTHAND_DATA.",
  26: "it is not a Firsthand database. Nothing in it was changed. Restore it from a backup, or move it away.",
};

function remedyOf(error: unknown): string {
  if (isDamagedSchema(error)) return DAMAGED;
  const text = error instanceof Error ? error.message : String(error);
  const isOfFileSystem = error instanceof Error && "syscall" in error;
  return (
    REMEDIES[isOfFileSystem ? SQLITE_CANTOPEN : resultCode(error)] ??
    `it cannot be opened (${text}). Check the folder and its permissions.`
  );
}

function asRefusal(file: string, error: unknown): StorageRefusal {
  const cause = error instanceof StorageUnavailable ? error.cause : error;
  return new StorageRefusal(`${file}: ${remedyOf(cause)}`, { cause });
}
