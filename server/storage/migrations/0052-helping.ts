import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** People whom clients have asked to answer a section. */
export async function helpers(db: Kysely<Tables>, { whole, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("helpers")
    .addColumn("helper_id", "text", (column) => column.primaryKey())
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("key_id", "text", (column) => column.notNull().unique().references("access_keys.key_id"))
    .addColumn("section_id", "text", (column) => column.notNull())
    .addColumn("name", bytes, (column) => column.notNull())
    .addColumn("draft_key", bytes, (column) => column.notNull())
    .addColumn("sees_all", whole, (column) => column.notNull())
    .addColumn("added_at", whole, (column) => column.notNull())
    .addColumn("answers", whole, (column) => column.notNull())
    .addColumn("notified", whole, (column) => column.notNull())
    .addColumn("done_at", whole)
    .execute();
  await db.schema.createIndex("helpers_by_client").on("helpers").column("client_id").execute();
  await db.schema.alterTable("sessions").addColumn("helper_id", "text").execute();
}
