import type { Db, Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** A migration that adds one column, which is null in existing rows. */
export function addColumn<Table extends keyof Tables>(
  table: Table,
  column: keyof Tables[Table] & string,
  type: keyof ColumnTypes | "text",
) {
  return async (db: Db, types: ColumnTypes): Promise<void> => {
    const dataType = type === "text" ? type : types[type];
    await db.schema.alterTable(table).addColumn(column, dataType).execute();
  };
}
