import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** What servers on one database count together, and what a restart is not to forget. */
export async function limits(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("key_waits")
    .addColumn("key_id", "text", (column) => column.primaryKey())
    .addColumn("failures", whole, (column) => column.notNull())
    .addColumn("wait_until", whole, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("rate_counts")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("used", whole, (column) => column.notNull())
    .addColumn("ends_at", whole, (column) => column.notNull())
    .execute();
}
