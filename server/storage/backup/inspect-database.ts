import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { migrations } from "../migrations/migrate.ts";
import type { WrappedKey } from "../sealing/data-keys.ts";
import { dataKeysIn, ownersWithoutKey } from "../sealing/data-keys-file.ts";
import { checksumOf, statedChecksum } from "./checksum.ts";

/** Closing or recovering a database locks it for a moment. */
const LOCK_WAIT_MS = 5_000;
const MAGIC = "SQLite format 3\0";

/** Tables that exist in every release. */
const TABLES = ["installation", "clients", "access_keys", "records", "revisions"];

/** Facts about a database file for the operator. */
export type DatabaseFacts = {
  bytes: number;
  checksum: number;
  schemaVersion: number;
  /** The id of the oldest event, or `empty`. */
  installationId: string;
  clients: number;
  records: number;
  /** Numbers of access keys by pepper. */
  keys: { pepperId: string; count: number }[];
  dataKeys: WrappedKey[];
  /** Owners whose data keys are in a file beside the database. */
  ownersWithoutKey: string[];
};

/** The id of an installation without events. */
export const EMPTY_INSTALLATION_ID = "empty";

/** `problem` continues a sentence that begins with the file's name. */
export type Inspection = { kind: "sound"; facts: DatabaseFacts } | { kind: "unsound"; problem: string };

/**
 * Inspects a database file that is not open anywhere, without changing it or any file beside it: is it intact, is it
 * Firsthand's, and does this release know its schema? A file from outside can contain anything.
 */
export function inspectDatabase(file: string): Inspection {
  const { size } = statSync(file);
  if (size === 0) return unsound("is empty");
  if (firstBytes(file, MAGIC.length) !== MAGIC)
    return unsound("is not a database (if it is packed, unpack it first)");
  let database: DatabaseSync | undefined;
  try {
    // immutable, since a reader would otherwise create a -wal and a -shm file beside it
    const address = pathToFileURL(file);
    address.searchParams.set("immutable", "1");
    database = new DatabaseSync(address, { readOnly: true });
    database.exec("pragma trusted_schema = 0; pragma cell_size_check = 1");
    return inspected(database, file, size);
  } catch (error) {
    if (!isOfSqlite(error)) throw error;
    return unsound(`is damaged (${error.message})`);
  } finally {
    database?.close();
  }
}

function inspected(database: DatabaseSync, file: string, bytes: number): Inspection {
  const names = rows<{ name: string }>(database, "select name from sqlite_schema where type = 'table'");
  if (names.length === 0) return unsound("is empty");
  if (!TABLES.every((table) => names.some(({ name }) => name === table))) {
    return unsound("is a database of another application");
  }
  const checksum = checksumOf(file);
  const stated = statedChecksum(file) ?? checksum;
  if (stated !== checksum) return unsound("is damaged: it has changed since it was written");
  const damage = damageIn(database);
  if (damage) return unsound(`is damaged (${damage})`);
  const [installation] = rows<{ v: unknown }>(database, "select schema_version as v from installation");
  const schemaVersion = Number(installation?.v);
  if (!(schemaVersion >= 1)) return unsound("is a database of another application");
  if (schemaVersion > migrations.length) {
    return unsound(
      `was written by a newer Firsthand (schema ${schemaVersion}, this one knows ${migrations.length}); use the newer version`,
    );
  }
  return { kind: "sound", facts: { bytes, checksum, schemaVersion, ...contentsOf(database) } };
}

function damageIn(database: DatabaseSync): string | undefined {
  const [first] = rows<{ integrity_check: string }>(database, "pragma integrity_check(1)");
  if (first?.integrity_check !== "ok") return first?.integrity_check.replaceAll(/\s+/g, " ");
  const [orphan] = rows<{ table: string; parent: string }>(database, "pragma foreign_key_check");
  return orphan && `a row of ${orphan.table} belongs to nothing in ${orphan.parent}`;
}

function contentsOf(database: DatabaseSync) {
  const count = (table: string) =>
    rows<{ n: number }>(database, `select count(*) as n from ${table}`)[0]?.n ?? 0;
  const keys = rows<{ id: string; n: number }>(
    database,
    "select pepper_id as id, count(*) as n from access_keys group by pepper_id order by pepper_id",
  );
  return {
    installationId: installationIdIn(database),
    clients: count("clients"),
    records: count("records"),
    keys: keys.map(({ id, n }) => ({ pepperId: id, count: n })),
    dataKeys: dataKeysIn(database),
    ownersWithoutKey: ownersWithoutKey(database),
  };
}

/** Identifies an installation and all of its copies, since events are never deleted. */
function installationIdIn(database: DatabaseSync): string {
  const columns = rows<{ name: string }>(database, "select name from pragma_table_info('events')");
  if (columns.length === 0) return EMPTY_INSTALLATION_ID;
  // events from before there were numbers are later numbered in this order
  const order = columns.some(({ name }) => name === "seq") ? "seq" : "at, event_id";
  const [first] = rows<{ id: string }>(
    database,
    `select event_id as id from events order by ${order} limit 1`,
  );
  return first?.id ?? EMPTY_INSTALLATION_ID;
}

/**
 * The schema version and the id of a database file in use; undefined if the file cannot be read, or is something else.
 */
export function readVersion(file: string): { schemaVersion: number; installationId: string } | undefined {
  let database: DatabaseSync | undefined;
  try {
    const address = pathToFileURL(file);
    address.searchParams.set("mode", "rw");
    database = new DatabaseSync(address, { timeout: LOCK_WAIT_MS });
    const [installation] = rows<{ v: unknown }>(database, "select schema_version as v from installation");
    return { schemaVersion: Number(installation?.v), installationId: installationIdIn(database) };
  } catch (error) {
    if (!isOfSqlite(error)) throw error;
    return undefined;
  } finally {
    database?.close();
  }
}

/** False if the file is missing or cannot be read: opening it then reports why. */
export function isOfEarlierRelease(databaseFile: string): boolean {
  const { schemaVersion = 0 } = (existsSync(databaseFile) && readVersion(databaseFile)) || {};
  return schemaVersion >= 1 && schemaVersion < migrations.length;
}

function rows<Row>(database: DatabaseSync, sql: string): Row[] {
  return database.prepare(sql).all() as Row[];
}

function firstBytes(file: string, length: number): string {
  const open = openSync(file, "r");
  try {
    const buffer = Buffer.alloc(length);
    return buffer.toString("latin1", 0, readSync(open, buffer));
  } finally {
    closeSync(open);
  }
}

function unsound(problem: string): Inspection {
  return { kind: "unsound", problem };
}

function isOfSqlite(error: unknown): error is Error {
  return error instanceof Error && "errcode" in error;
}
