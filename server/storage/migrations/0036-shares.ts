import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Links that show a client's brief to people without an account. */
export async function shares(db: Kysely<Tables>, { whole, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("shares")
    .addColumn("share_id", "text", (column) => column.primaryKey())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("made_by", "text", (column) => column.notNull().references("managers.manager_id"))
    .addColumn("recipient", bytes, (column) => column.notNull())
    .addColumn("options", "text", (column) => column.notNull())
    .addColumn("made_at", whole, (column) => column.notNull())
    .addColumn("expires_at", whole, (column) => column.notNull())
    .addColumn("revoked_at", whole)
    .addColumn("opens", whole, (column) => column.notNull())
    .addColumn("last_opened_at", whole)
    .execute();
  await db.schema.createIndex("shares_by_client").on("shares").columns(["client_id", "made_at"]).execute();
}
