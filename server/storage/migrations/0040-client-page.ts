import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** For the page of one client: drafts of follow-ups, phone and website, and custom fields. */
export async function clientPage(db: Kysely<Tables>, { whole, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("drafts")
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("manager_id", "text", (column) => column.notNull().references("managers.manager_id"))
    .addColumn("place", "text", (column) => column.notNull())
    .addColumn("body", bytes, (column) => column.notNull())
    .addColumn("changed_at", whole, (column) => column.notNull())
    .addPrimaryKeyConstraint("drafts_key", ["client_id", "manager_id", "place"])
    .execute();
  for (const column of ["phone", "website"])
    await db.schema.alterTable("clients").addColumn(column, "text").execute();
  await db.schema
    .createTable("fields")
    .addColumn("field_id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("folded_name", "text", (column) => column.notNull().unique())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("options", "text", (column) => column.notNull())
    .addColumn("created_at", whole, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("field_values")
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("field_id", "text", (column) => column.notNull().references("fields.field_id"))
    .addColumn("body", bytes)
    .addColumn("value", "text")
    .addPrimaryKeyConstraint("field_values_key", ["client_id", "field_id"])
    .execute();
  await db.schema.createIndex("field_values_by_field").on("field_values").column("field_id").execute();
}
