import { type ClientColumn, clientColumns, defaultColumns } from "#contract/manage/columns.ts";
import { isOwnField } from "#contract/manage/fields.ts";

/** Lists of columns, in display order. */

const isDefaultColumn = new Set<ClientColumn>(defaultColumns);
const OWN = /^field:[\w-]{1,100}$/;

/** Whether the column appears only if a manager chooses it. */
export function isOptional(column: ClientColumn): boolean {
  return !isDefaultColumn.has(column);
}

export function toggled(columns: readonly ClientColumn[], column: ClientColumn): ClientColumn[] {
  const isThere = columns.includes(column);
  return ordered(isThere ? columns.filter((each) => each !== column) : [...columns, column]);
}

/** The columns as text. Equal sets of columns give equal text. */
export function columnsText(columns: readonly ClientColumn[]): string {
  return ordered(columns).join(",");
}

/** Reads columns from text. Unknown names are ignored: they may come from an older or a newer release. */
export function columnsOf(text: string): ClientColumn[] {
  const names = new Set(text.split(","));
  const own = [...names].filter((name) => isOwnField(name) && OWN.test(name)) as ClientColumn[];
  return ordered([...clientColumns.filter((column) => names.has(column)), ...own]);
}

export function areSame(some: readonly ClientColumn[], others: readonly ClientColumn[]): boolean {
  return columnsText(some) === columnsText(others);
}

/** The columns as a view stores them: null for the default columns. */
export function storedColumns(columns: readonly ClientColumn[]): ClientColumn[] | null {
  return areSame(columns, defaultColumns) ? null : [...columns];
}

/** Sorts columns into display order. Custom fields are sorted by ID, because their creation order is unknown here. */
function ordered(columns: readonly ClientColumn[]): ClientColumn[] {
  return [
    ...clientColumns.filter((column) => columns.includes(column)),
    ...columns.filter(isOwnField).toSorted(),
  ];
}
