import { createSeals } from "../../server/storage/data-keys.ts";
import type { Engine } from "../../server/storage/engine.ts";
import { openPostgres } from "../../server/storage/postgres.ts";
import { openSqlite } from "../../server/storage/sqlite.ts";
import { testMasterKeys } from "../../server/storage/storage.suite.ts";
import { createStorage } from "../../server/storage/storage.ts";
import type { PostgresServer } from "./postgres-server.ts";

/** A SQLite database with the storage upon it, sealed by a master key that every test knows. */
export async function openDatabase(file: string) {
  return storageOn(await openSqlite(file));
}

/** The same on PostgreSQL, in a database that is emptied first: quicker than to make one for each test. */
export async function openEmptied(server: PostgresServer, database: string) {
  const engine = await openPostgres([server.url(database)]);
  await server.run(EMPTY, database);
  return storageOn(engine);
}

const EMPTY = `
  set session_replication_role = replica;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'installation' loop
      execute format('delete from %I', name);
    end loop;
  end $$;
  insert into audit_head (id, seq, hash) values (1, 0, '');
`;

function storageOn(engine: Engine) {
  const seals = createSeals(engine, { masterKeys: testMasterKeys() });
  return { engine, seals, storage: createStorage(engine, seals) };
}
