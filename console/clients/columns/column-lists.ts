import { type ClientColumn, clientColumns, defaultColumns } from "#contract/manage/columns.ts";

/** Lists of columns, in the order in which they stand. */

const isDefaultColumn = new Set(defaultColumns);

/** Columns that stand there only where a manager wants them. */
export function isOptional(column: ClientColumn): boolean {
  return !isDefaultColumn.has(column);
}

export function toggled(columns: readonly ClientColumn[], column: ClientColumn): ClientColumn[] {
  const isThere = columns.includes(column);
  return clientColumns.filter((each) => (each === column ? !isThere : columns.includes(each)));
}

/** The same columns always make the same text. */
export function columnsText(columns: readonly ClientColumn[]): string {
  return clientColumns.filter((column) => columns.includes(column)).join(",");
}

/** Names of columns that there are no more, or not yet, say nothing. */
export function columnsOf(text: string): ClientColumn[] {
  const names = new Set(text.split(","));
  return clientColumns.filter((column) => names.has(column));
}

export function areSame(some: readonly ClientColumn[], others: readonly ClientColumn[]): boolean {
  return columnsText(some) === columnsText(others);
}

/** As a view has them: null for the default ones. */
export function storedColumns(columns: readonly ClientColumn[]): ClientColumn[] | null {
  return areSame(columns, defaultColumns) ? null : [...columns];
}
