import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Marks a database that is being filled from another one. */
export async function moving(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("moving")
    .addColumn("id", whole, (column) => column.primaryKey())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("begun_at", whole, (column) => column.notNull())
    .execute();
}
