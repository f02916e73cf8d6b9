import { sql } from "kysely";
import type { Db } from "../engine/schema.ts";

/** A table to copy: rows in the order of its key, and after the tables that it refers to. */
export type CopiedTable = {
  name: string;
  key: string[];
  columns: string[];
  /** Rows that are read and written per batch. */
  rowsAtOnce: number;
};
/** Tables that belong to one database. Triggers write the tallies; on SQLite, a file lists the erased clients. */
const NOT_COPIED = ["installation", "client_tallies", "erased_clients"];

const ROWS_AT_ONCE = 500;
/** Small batches for tables with large rows: records of up to 4 MiB, or pieces of audio. */
const LARGE: { [table: string]: number } = {
  revisions: 20,
  submissions: 20,
  audio_pieces: 16,
  take_parts: 50,
};

/** All tables of a SQLite database, except those of the search index, which PostgreSQL lacks, and `moving`. */
export async function allTables(file: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema
    where type = 'table' and name <> 'moving' and name not glob 'client_search*' order by name
  `.execute(file);
  return rows.map(({ name }) => name);
}

/** The tables to copy from a SQLite database, parents first. */
export async function tablesOf(source: Db): Promise<CopiedTable[]> {
  const names = (await allTables(source)).filter((name) => !NOT_COPIED.includes(name));
  const parents = new Map<string, string[]>();
  for (const name of names) parents.set(name, await parentsOf(source, name));
  const ordered: string[] = [];
  const add = (name: string) => {
    if (ordered.includes(name)) return;
    for (const parent of parents.get(name) ?? []) if (parent !== name) add(parent);
    ordered.push(name);
  };
  for (const name of names) add(name);
  return Promise.all(ordered.map((name) => describe(source, name)));
}

async function parentsOf(source: Db, name: string): Promise<string[]> {
  const { rows } = await sql<{ parent: string }>`
    select "table" as parent from pragma_foreign_key_list(${name})
  `.execute(source);
  return rows.map(({ parent }) => parent);
}

async function describe(source: Db, name: string): Promise<CopiedTable> {
  const { rows } = await sql<{ name: string; pk: number }>`
    select name, pk from pragma_table_info(${name}) order by cid
  `.execute(source);
  const key = rows.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  return {
    name,
    key: key.map((column) => column.name),
    columns: rows.map((column) => column.name),
    rowsAtOnce: LARGE[name] ?? ROWS_AT_ONCE,
  };
}
