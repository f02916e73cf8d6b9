import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Passkeys, and keys that hand a session over to another device. */
export async function passkeys(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema.alterTable("access_keys").addColumn("sessions_until", whole).execute();
  await db.schema
    .createTable("passkeys")
    .addColumn("key_id", "text", (column) => column.primaryKey().references("access_keys.key_id"))
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("credential_id", "text", (column) => column.notNull().unique())
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("uses", whole, (column) => column.notNull())
    .addColumn("device", "text")
    .execute();
  await db.schema.createIndex("passkeys_by_client").on("passkeys").column("client_id").execute();
  await db.schema
    .createTable("used_challenges")
    .addColumn("challenge_hash", "text", (column) => column.primaryKey())
    .addColumn("ends_at", whole, (column) => column.notNull())
    .execute();
}
