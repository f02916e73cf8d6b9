import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Settings that administrators make in the console. */
export async function settings(db: Kysely<Tables>, { whole, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("settings")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", bytes)
    .addColumn("version", whole, (column) => column.notNull())
    .addColumn("changed_at", whole, (column) => column.notNull())
    .addColumn("changed_by", "text", (column) => column.notNull())
    .execute();
}
