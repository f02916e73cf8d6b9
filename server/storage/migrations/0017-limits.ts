import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Rate limits that servers on one database share, and waits that survive a restart. */
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
