import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Data keys: each client's answers are sealed with a separate key, which is made when first needed. */
export async function dataKeys(db: Kysely<Tables>, { whole, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("data_keys")
    .addColumn("owner", "text", (column) => column.primaryKey())
    .addColumn("master_key_id", "text", (column) => column.notNull())
    .addColumn("wrapped", bytes, (column) => column.notNull())
    .addColumn("is_whole", whole, (column) => column.notNull())
    .execute();
}
