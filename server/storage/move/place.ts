import type { SchemaUse } from "../migrations/migrate.ts";
import { type DatabaseHost, nameOfHosts, parseDatabaseUrl } from "../postgres/database-url.ts";

/** A database to move from or to, as settings name it. */
export type Place = {
  /** PostgreSQL's; undefined where the file is the database. */
  databaseHosts: DatabaseHost[] | undefined;
  databaseFile: string;
  /** Beside SQLite: who was erased. */
  erasedFile: string;
};

/** To count and to compare may take longer than a server would wait. */
const STATEMENT_MS = 10 * 60_000;

/** For people. */
export function placeName({ databaseHosts, databaseFile }: Place): string {
  return databaseHosts ? nameOfHosts(databaseHosts) : databaseFile;
}

/** Not loaded where SQLite is used. Throws StorageRefusal. */
export async function openPatientPostgres(
  { databaseHosts = [] }: Place,
  options: { use: SchemaUse; connections?: number },
) {
  const { openPostgres } = await import("../postgres/postgres.ts");
  return openPostgres(databaseHosts, { ...options, statementMs: STATEMENT_MS });
}

/** `inFolder`: the place if the text names a folder. Throws an Error that says what is expected and quotes no password. */
export function placeAt(text: string, inFolder: Place): Place {
  return { ...inFolder, databaseHosts: hostsOf(text) };
}

/** Undefined for a folder. */
function hostsOf(text: string): DatabaseHost[] | undefined {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return parseDatabaseUrl(text);
  if (text.trim() === "") throw new Error("expected the address of a PostgreSQL database, or a folder.");
  if (text.endsWith(".db")) throw new Error("expected a folder. The server names the file in it.");
  return undefined;
}
