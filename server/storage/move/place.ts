import type { SchemaUse } from "../migrations/migrate.ts";
import { type DatabaseHost, nameOfHosts, parseDatabaseUrl } from "../postgres/database-url.ts";

/** A database to move from or to, as in the settings. */
export type DatabaseLocation = {
  /** The hosts of PostgreSQL; undefined for SQLite. */
  databaseHosts: DatabaseHost[] | undefined;
  databaseFile: string;
  /** For SQLite: the list of erased clients. */
  erasedFile: string;
};

/** Counting and comparing rows can take longer than a server's queries may. */
const STATEMENT_MS = 10 * 60_000;

/** A name for messages. */
export function locationName({ databaseHosts, databaseFile }: DatabaseLocation): string {
  return databaseHosts ? nameOfHosts(databaseHosts) : databaseFile;
}

/** Loads PostgreSQL's engine only when needed. Throws StorageRefusal. */
export async function openPatientPostgres(
  { databaseHosts = [] }: DatabaseLocation,
  options: { use: SchemaUse; connections?: number },
) {
  const { openPostgres } = await import("../postgres/postgres.ts");
  return openPostgres(databaseHosts, { ...options, statementMs: STATEMENT_MS });
}

/**
 * `inFolder`: the place for a text that names a folder. Throws an Error that says what is expected and quotes no
 * password.
 */
export function locationAt(text: string, inFolder: DatabaseLocation): DatabaseLocation {
  return { ...inFolder, databaseHosts: hostsOf(text) };
}

/** Undefined for a folder. */
function hostsOf(text: string): DatabaseHost[] | undefined {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return parseDatabaseUrl(text);
  if (text.trim() === "") throw new Error("expected the address of a PostgreSQL database, or a folder.");
  if (text.endsWith(".db")) throw new Error("expected a folder. The server names the file in it.");
  return undefined;
}
