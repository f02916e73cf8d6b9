import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Managers' notes about a client. */
export async function notes(db: Kysely<Tables>, { whole, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("notes")
    .addColumn("note_id", "text", (column) => column.primaryKey())
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("manager_id", "text", (column) => column.notNull().references("managers.manager_id"))
    .addColumn("body", bytes, (column) => column.notNull())
    .addColumn("version", whole, (column) => column.notNull())
    .addColumn("added_at", whole, (column) => column.notNull())
    .addColumn("changed_at", whole)
    .execute();
  await db.schema.createIndex("notes_by_client").on("notes").columns(["client_id", "added_at"]).execute();
}
