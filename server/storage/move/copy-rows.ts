import { hash } from "node:crypto";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import {
  type CopiedRow,
  countRows,
  deleteRows,
  keyOf,
  pagesOf,
  putRows,
  rowsByKey,
  rowText,
  textOf,
} from "./rows.ts";
import type { CopiedTable } from "./tables.ts";

export type EnginePair = { source: Pick<Engine, "read">; target: Pick<Engine, "read" | "write"> };
/** Called after each page with the numbers of rows of the table that were read, and written, so far. */
export type Progress = (table: string, seen: number, written: number) => void;
export type CheckedTable = { table: string; rows: number; isEqual: boolean };

/**
 * Makes the target's rows equal to the source's. Equal rows are left alone, so an interrupted copy continues, and a
 * second copy takes over later changes. Reads one snapshot of the source. Returns how many rows were written or
 * deleted.
 */
export async function copyRows(
  { source, target }: EnginePair,
  tables: CopiedTable[],
  progress: Progress,
): Promise<number> {
  let changed = 0;
  // children first, since their parents may be deleted as well
  for (const table of tables.toReversed()) changed += await dropOthers({ source, target }, table);
  for (const table of tables) {
    let [seen, written] = [0, 0];
    for await (const rows of pagesOf(source, table)) {
      written += await copyPage(target, table, rows);
      seen += rows.length;
      progress(table.name, seen, written);
    }
    changed += written;
  }
  return changed;
}

/** Counts and compares every row of every table. */
export async function checkRows(
  { source, target }: EnginePair,
  tables: CopiedTable[],
): Promise<CheckedTable[]> {
  const checked: CheckedTable[] = [];
  for (const table of tables) {
    const count = (db: Db) => countRows(db, table);
    const rows = await source.read(count);
    const isEqual = rows === (await target.read(count)) && (await haveSameSum({ source, target }, table));
    checked.push({ table: table.name, rows, isEqual });
  }
  return checked;
}

/** Deletes rows that the source no longer has. */
async function dropOthers({ source, target }: EnginePair, table: CopiedTable): Promise<number> {
  if ((await target.read((db) => countRows(db, table))) === 0) return 0;
  let dropped = 0;
  for await (const rows of pagesOf(target, table, table.key)) {
    const keys = rows.map((row) => keyOf(table, row));
    const kept = await source.read((db) => rowsByKey(db, table, keys, table.key));
    const others = keys.filter((key) => !kept.has(textOf(key)));
    if (others.length > 0) await target.write((db) => deleteRows(db, table, others));
    dropped += others.length;
  }
  return dropped;
}

async function copyPage(
  target: EnginePair["target"],
  table: CopiedTable,
  rows: CopiedRow[],
): Promise<number> {
  const keys = rows.map((row) => keyOf(table, row));
  const there = await target.read((db) => rowsByKey(db, table, keys));
  const differing = rows.filter((row, place) => {
    const found = there.get(textOf(keys[place] ?? []));
    return !found || rowText(table, found) !== rowText(table, row);
  });
  if (differing.length > 0) await target.write((db) => putRows(db, table, differing));
  return differing.length;
}

/** Compares checksums over all rows of each side, in the order of the source. */
async function haveSameSum({ source, target }: EnginePair, table: CopiedTable): Promise<boolean> {
  const sums = { source: "", target: "" };
  for await (const rows of pagesOf(source, table)) {
    const keys = rows.map((row) => keyOf(table, row));
    const there = await target.read((db) => rowsByKey(db, table, keys));
    for (const [place, row] of rows.entries()) {
      const found = there.get(textOf(keys[place] ?? []));
      sums.source = hash("sha256", sums.source + rowText(table, row));
      sums.target = hash("sha256", sums.target + (found ? rowText(table, found) : ""));
    }
    if (sums.source !== sums.target) return false;
  }
  return true;
}
