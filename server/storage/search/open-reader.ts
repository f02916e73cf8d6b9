import type { ReaderConnection } from "../engine/engine.ts";
import type { DatabaseHost } from "../postgres/database-url.ts";

/** The address of a database that a server has opened. */
export type ReaderAddress = { databaseHosts: DatabaseHost[] | undefined; databaseFile: string };

/** A separate connection for a thread that only reads. Loads only the engine that is used. */
export async function openReader({ databaseHosts, databaseFile }: ReaderAddress): Promise<ReaderConnection> {
  if (!databaseHosts) return (await import("../sqlite/sqlite-reader.ts")).openSqliteReader(databaseFile);
  return (await import("../postgres/postgres-reader.ts")).openPostgresReader(databaseHosts);
}
