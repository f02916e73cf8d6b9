import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** The answers that each manager last saw of each client. */
export async function looks(db: Kysely<Tables>, { whole, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("looks")
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("manager_id", "text", (column) => column.notNull().references("managers.manager_id"))
    .addColumn("revision", whole, (column) => column.notNull())
    .addColumn("content_hash", "text", (column) => column.notNull())
    .addColumn("marks", bytes, (column) => column.notNull())
    .addColumn("looked_at", whole, (column) => column.notNull())
    .addPrimaryKeyConstraint("looks_pk", ["client_id", "manager_id"])
    .execute();
}
