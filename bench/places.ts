import { statSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "../server/storage/engine/engine.ts";
import { openPostgres } from "../server/storage/postgres/postgres.ts";
import { openSqlite } from "../server/storage/sqlite/sqlite.ts";
import { type PostgresServer, startPostgres } from "../tests/support/peers/postgres-server.ts";

export const ENGINES = ["sqlite", "postgres"] as const;
export type EngineName = (typeof ENGINES)[number];

/** Where a server in a bench stores its data. */
export type Place = {
  env: NodeJS.ProcessEnv;
  openEngine: () => Promise<Engine>;
  /** Runs the maintenance that the database otherwise does automatically after some time. */
  settle: () => Promise<unknown>;
  /** The size of all stored data, in bytes. */
  size: () => Promise<number>;
  remove: () => Promise<void>;
  postgres: PostgresServer | undefined;
};
/** An empty place on this engine; its files are in the folder. */
export function openPlace(engine: EngineName, folder: string): Promise<Place> {
  return engine === "sqlite" ? onSqlite(folder) : onPostgres(folder);
}

async function onSqlite(folder: string): Promise<Place> {
  const file = join(folder, "firsthand.db");
  return {
    env: { FIRSTHAND_DATA: folder },
    openEngine: () => openSqlite(file),
    settle: async () => undefined,
    size: async () => statSync(file).size,
    remove: async () => undefined,
    postgres: undefined,
  };
}

async function onPostgres(folder: string): Promise<Place> {
  const server = await startPostgres({ shared_buffers: "1GB", max_wal_size: "4GB" });
  await server.run("create database firsthand");
  const url = server.url("firsthand");
  return {
    env: { DATABASE_URL: url, FIRSTHAND_SECRETS: join(folder, "secrets.json") },
    openEngine: () => openPostgres([url]),
    settle: () => server.run("vacuum analyze", "firsthand"),
    size: async () => {
      const [row] = await server.run("select pg_database_size('firsthand') as size");
      return Number(row?.size);
    },
    remove: () => server.remove(),
    postgres: server,
  };
}
