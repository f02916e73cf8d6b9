import { type ListedTable, type Tables, tableColumns } from "./schema.ts";

export type CamelCase<Name> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : Name;
/** A row in code: the same values, under the columns' names in camelCase. */
export type StoredRow<Table extends ListedTable> = {
  [Column in keyof Tables[Table] as CamelCase<Column>]: Tables[Table][Column];
};

/** Converts between a row and its form in code, both ways. */
export function rowsOf<Table extends ListedTable>(table: Table) {
  return columnMapping<Tables[Table], StoredRow<Table>>(tableColumns[table]);
}

/** Converts between some columns of a row and their form in code, both ways. */
export function columnMapping<Row extends object, Named extends object>(list: readonly string[]) {
  const there = list.map((column) => [column, camel(column)] as const);
  const back = there.map(([column, name]) => [name, column] as const);
  return {
    stored: (row: Row): Named => renamed(row, there),
    row: (named: Named): Row => renamed(named, back),
  };
}

/** One value for each column, under its name. */
export function eachColumn<const Column extends string, Value>(
  list: readonly Column[],
  of: (column: Column) => Value,
): { [Name in Column]: Value } {
  return Object.fromEntries(list.map((column) => [column, of(column)])) as { [Name in Column]: Value };
}

function camel(column: string): string {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function renamed<To>(from: object, names: readonly (readonly [string, string])[]): To {
  const values = from as { [name: string]: unknown };
  return Object.fromEntries(names.map(([name, to]) => [to, values[name]])) as To;
}
