import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Each client's answers are sealed by a separate key. Keys are made when they are first needed. */
export async function dataKeys(db: Kysely<Tables>, { whole, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("data_keys")
    .addColumn("owner", "text", (column) => column.primaryKey())
    .addColumn("master_key_id", "text", (column) => column.notNull())
    .addColumn("wrapped", bytes, (column) => column.notNull())
    .addColumn("is_whole", whole, (column) => column.notNull())
    .execute();
}
