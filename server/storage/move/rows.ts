import { type RawBuilder, sql } from "kysely";
import type { Engine } from "../engine/engine.ts";
import { StorageRefusal } from "../engine/faults.ts";
import type { Db } from "../engine/schema.ts";
import type { CopiedTable } from "./tables.ts";

export type CopiedRow = { [column: string]: unknown };
type Key = unknown[];

export const keyOf = ({ key }: CopiedTable, row: CopiedRow): Key => key.map((column) => row[column]);

/** Rows in the order of their key. Engines order keys differently, so orders of two engines must not be mixed. */
export async function* pagesOf(
  { read }: Pick<Engine, "read">,
  table: CopiedTable,
  columns: string[] = table.columns,
): AsyncGenerator<CopiedRow[]> {
  let after: Key | undefined;
  for (;;) {
    const beyond = after ? sql`where ${keyColumns(table)} > ${tuple(after)}` : sql``;
    const page = sql<CopiedRow>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table.name)} ${beyond}
      order by ${sql.join(table.key.map((column) => sql.ref(column)))} limit ${sql.lit(table.rowsAtOnce)}
    `;
    const { rows } = await read((db) => page.execute(db));
    if (rows.length > 0) yield rows;
    if (rows.length < table.rowsAtOnce) return;
    after = keyOf(table, rows.at(-1) as CopiedRow);
  }
}

/** The existing rows with these keys, by the text of their key. */
export async function rowsByKey(
  db: Db,
  table: CopiedTable,
  keys: Key[],
  columns: string[] = table.columns,
): Promise<Map<string, CopiedRow>> {
  const { rows } = await sql<CopiedRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table.name)}
    where ${keyColumns(table)} in (${sql.join(keys.map(tuple))})
  `.execute(db);
  return new Map(rows.map((row) => [textOf(keyOf(table, row)), row]));
}

export async function countRows(db: Db, { name }: CopiedTable): Promise<number> {
  const { rows } = await sql<{ n: unknown }>`select count(*) as n from ${sql.table(name)}`.execute(db);
  return Number(rows[0]?.n);
}

/** Inserts or updates rows. Throws StorageRefusal if a row cannot be stored. */
export async function putRows(db: Db, table: CopiedTable, rows: CopiedRow[]): Promise<void> {
  for (const row of rows) refuseUnstorable(table, row);
  const { name, key, columns } = table;
  const changing = columns.filter((column) => !key.includes(column));
  const update =
    changing.length === 0
      ? sql`nothing`
      : sql`update set ${sql.join(changing.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))}`;
  await sql`
    insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(rows.map((row) => tuple(columns.map((column) => row[column]))))}
    on conflict (${sql.join(key.map((column) => sql.ref(column)))}) do ${update}
  `.execute(db);
}

export async function deleteRows(db: Db, table: CopiedTable, keys: Key[]): Promise<void> {
  await sql`
    delete from ${sql.table(table.name)} where ${keyColumns(table)} in (${sql.join(keys.map(tuple))})
  `.execute(db);
}

/** A row as text, equal on every engine: for checksums and comparisons. */
export function rowText({ columns }: CopiedTable, row: CopiedRow): string {
  return textOf(columns.map((column) => row[column]));
}

export function textOf(values: unknown[]): string {
  return JSON.stringify(
    values.map((value) => (value instanceof Uint8Array ? [Buffer.from(value).toString("base64")] : value)),
  );
}

/** PostgreSQL's texts can hold every character but U+0000. */
function refuseUnstorable(table: CopiedTable, row: CopiedRow): void {
  for (const column of table.columns) {
    const value = row[column];
    if (typeof value !== "string" || !value.includes("\0")) continue;
    throw new StorageRefusal(
      `${table.name} ${keyOf(table, row).join(" ")}: its ${column} holds the character U+0000, which PostgreSQL cannot store. Change that first.`,
    );
  }
}

const keyColumns = ({ key }: CopiedTable): RawBuilder<unknown> =>
  sql`(${sql.join(key.map((column) => sql.ref(column)))})`;

const tuple = (values: unknown[]): RawBuilder<unknown> =>
  sql`(${sql.join(values.map((value) => sql`${value}`))})`;
