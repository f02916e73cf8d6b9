import type { Reader } from "../engine/engine.ts";
import type { DatabaseHost } from "../postgres/database-url.ts";

/** Of a database that a server has opened. */
export type ReaderAddress = { databaseHosts: DatabaseHost[] | undefined; databaseFile: string };

/** A connection of one's own, for a thread that only reads; the other engine is not loaded. */
export async function openReader({ databaseHosts, databaseFile }: ReaderAddress): Promise<Reader> {
  if (!databaseHosts) return (await import("../sqlite/sqlite-reader.ts")).openSqliteReader(databaseFile);
  return (await import("../postgres/postgres-reader.ts")).openPostgresReader(databaseHosts);
}
