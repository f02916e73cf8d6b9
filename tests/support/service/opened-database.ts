import { existsSync } from "node:fs";
import { type Kysely, sql } from "kysely";
import { OWN_INTERVIEW } from "../../../server/storage/engine/client-interview.ts";
import type { Engine } from "../../../server/storage/engine/engine.ts";
import type { Tables } from "../../../server/storage/engine/schema.ts";
import { openPostgres } from "../../../server/storage/postgres/postgres.ts";
import { createDataKeyring } from "../../../server/storage/sealing/data-keys.ts";
import { openSqlite } from "../../../server/storage/sqlite/sqlite.ts";
import { testMasterKeys } from "../../../server/storage/storage.suite.ts";
import { createStorage } from "../../../server/storage/storage.ts";
import type { PostgresServer } from "../peers/postgres-server.ts";
import { makeDatabase } from "./made-database.ts";

/** A SQLite database with its storage, sealed by a master key that every test knows. */
export async function openDatabase(file: string) {
  if (!existsSync(file)) await makeDatabase(file);
  return storageOn(await openSqlite(file));
}

/** The same on PostgreSQL, in a database that is emptied first, which is faster than creating one for each test. */
export async function openEmptied(server: PostgresServer, database: string) {
  const engine = await openPostgres([server.url(database)]);
  await emptyPostgres(engine);
  return storageOn(engine);
}

/**
 * The same for many tests on one engine, whose connections stay open, because opening them takes longer than most
 * tests.
 */
export function emptiedDatabase(server: PostgresServer, database: string) {
  let opened: Promise<Engine> | undefined;
  return {
    /** A test's `close` leaves the engine open for the next test. */
    async open() {
      opened ??= openPostgres([server.url(database)]);
      const engine = await opened;
      await emptyPostgres(engine);
      return storageOn({ ...engine, close: async () => undefined });
    },
    close: async () => (await opened)?.close(),
  };
}

/** Empties all tables except `installation`, and restores the rows of a new database. */
export async function emptyPostgres(engine: Engine): Promise<void> {
  await engine.write((db) => sql.raw(EMPTY).execute(db));
}

/** Empties the tables and frees their space, so that rows are stored as in a new database. */
export async function renewPostgres(engine: Engine): Promise<void> {
  await emptyPostgres(engine);
  await engine.read((db) => sql.raw("vacuum").execute(db));
}

/** As `emptyPostgres`, on SQLite. */
export function emptySqlite(engine: Engine): Promise<void> {
  return engine.write(async (db) => {
    await sql`pragma defer_foreign_keys = on`.execute(db);
    for (const name of await tablesOfSqlite(db)) await sql`delete from ${sql.table(name)}`.execute(db);
    for (const row of FIRST_ROWS) await sql.raw(row).execute(db);
  });
}

/** All tables except the database's own, and except the search index, which triggers maintain. */
export async function tablesOfSqlite(db: Kysely<Tables>): Promise<string[]> {
  const tables = sql<{
    name: string;
  }>`select name from sqlite_schema 
    where type = 'table' and name <> 'installation' and name not glob 'client_search*'`;
  return (await tables.execute(db)).rows.map(({ name }) => name);
}

/** The rows that a new database has. */
const FIRST_ROWS = [
  "insert into audit_head (id, seq, hash) values (1, 0, '')",
  `insert into interview_catalog (interview_id, name, folded_name, source, is_default, created_at)
    values ('${OWN_INTERVIEW}', 'Standard', 'standard', 'built-in', 1, 0)`,
];

const EMPTY = `
  set local session_replication_role = replica;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'installation' loop
      execute format('delete from %I', name);
    end loop;
  end $$;
  ${FIRST_ROWS.join("; ")};
`;

function storageOn(engine: Engine) {
  const seals = createDataKeyring(engine, testMasterKeys());
  return { engine, seals, storage: createStorage(engine, seals) };
}
