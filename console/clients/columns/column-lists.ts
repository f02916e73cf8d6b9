import { type ClientColumn, clientColumns, defaultColumns } from "#contract/manage/columns.ts";
import { isOwnField } from "#contract/manage/fields.ts";

/** Lists of columns, in the order in which they stand. */

const isDefaultColumn = new Set<ClientColumn>(defaultColumns);
const OWN = /^field:[\w-]{1,100}$/;

/** Columns that stand there only where a manager wants them. */
export function isOptional(column: ClientColumn): boolean {
  return !isDefaultColumn.has(column);
}

export function toggled(columns: readonly ClientColumn[], column: ClientColumn): ClientColumn[] {
  const isThere = columns.includes(column);
  return ordered(isThere ? columns.filter((each) => each !== column) : [...columns, column]);
}

/** The same columns always make the same text. */
export function columnsText(columns: readonly ClientColumn[]): string {
  return ordered(columns).join(",");
}

/** Names of columns that there are no more, or not yet, say nothing. */
export function columnsOf(text: string): ClientColumn[] {
  const names = new Set(text.split(","));
  const own = [...names].filter((name) => isOwnField(name) && OWN.test(name)) as ClientColumn[];
  return ordered([...clientColumns.filter((column) => names.has(column)), ...own]);
}

export function areSame(some: readonly ClientColumn[], others: readonly ClientColumn[]): boolean {
  return columnsText(some) === columnsText(others);
}

/** As a view has them: null for the default ones. */
export function storedColumns(columns: readonly ClientColumn[]): ClientColumn[] | null {
  return areSame(columns, defaultColumns) ? null : [...columns];
}

/** Own fields by their ids: which of them was made first is not known here. */
function ordered(columns: readonly ClientColumn[]): ClientColumn[] {
  return [
    ...clientColumns.filter((column) => columns.includes(column)),
    ...columns.filter(isOwnField).toSorted(),
  ];
}
