import type { Kysely } from "kysely";
import type { ColumnTypes } from "../migrations.ts";
import type { Tables } from "../schema.ts";

/** What servers on one database count together, and what a restart is not to forget. */
export async function limits(db: Kysely<Tables>, { instant }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("key_waits")
    .addColumn("key_id", "text", (column) => column.primaryKey())
    .addColumn("failures", "integer", (column) => column.notNull())
    .addColumn("wait_until", instant, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("rate_counts")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("used", "integer", (column) => column.notNull())
    .addColumn("ends_at", instant, (column) => column.notNull())
    .execute();
}
