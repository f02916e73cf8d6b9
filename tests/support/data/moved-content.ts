import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { PostgresServer } from "../peers/postgres-server.ts";

/** Tables about the database itself, or only for the move. */
const NOT_COMPARED = ["installation", "moving", "erased_clients"];

/** Triggers maintain the search index, which differs between the two databases. */
const TABLES =
  "select name from sqlite_schema where type = 'table' and name not glob 'client_search*' order by name";

/** Compares the sums of maintained counts, since each side's triggers write different rows. */
const queryOf = (table: string) =>
  table === "client_tallies"
    ? `select fact, value, manager_id, interview_id, sum(clients) as clients from client_tallies
        group by fact, value, manager_id, interview_id having sum(clients) <> 0`
    : `select * from ${table}`;

/** A checksum over the rows of each table. */
type Content = { [table: string]: string };

export function contentOfSqlite(path: string): Content {
  const database = new DatabaseSync(path, { readOnly: true });
  const names = database.prepare(TABLES).all();
  const content = names.map(({ name }) => {
    const sum = sumOf(database.prepare(queryOf(String(name))).all());
    return [String(name), sum];
  });
  database.close();
  return Object.fromEntries(content.filter(([name]) => !NOT_COMPARED.includes(name ?? "")));
}

export async function contentOfPostgres(server: PostgresServer, database: string): Promise<Content> {
  const names = await server.run(
    "select tablename from pg_tables where schemaname = 'public' order by 1",
    database,
  );
  const content: Content = {};
  for (const { tablename } of names) {
    const name = String(tablename);
    if (!NOT_COMPARED.includes(name)) content[name] = sumOf(await server.run(queryOf(name), database));
  }
  return Object.fromEntries(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The number of rows and a checksum over their content, sorted so that both sides agree. */
function sumOf(rows: { [column: string]: unknown }[]): string {
  const lines = rows.map((row) =>
    Object.entries(row)
      .map(([column, value]) => `${column}=${textOf(value)}`)
      .sort()
      .join("|"),
  );
  const sum = createHash("sha256");
  for (const line of lines.sort()) sum.update(`${line}\n`);
  return `${rows.length} ${sum.digest("hex")}`;
}

/** The same text on both sides: one of the drivers returns large numbers as strings. */
function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString("hex") : String(value);
}

export function differingTables(one: Content, other: Content): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (table) => one[table] !== other[table],
  );
}
