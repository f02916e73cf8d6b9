import type { Kysely } from "kysely";
import { foldedName } from "../engine/normalized-name.ts";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Account managers with their ways to sign in, and the managers of clients. */
export async function managers(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
  await createManagers(db, types);
  await createCredentials(db, types);
  await extendClients(db, types);
  await db.schema.alterTable("events").addColumn("address", "text").execute();
}

async function createManagers(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("managers")
    .addColumn("manager_id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("password_hash", "text")
    .addColumn("created_at", whole, (column) => column.notNull())
    .addColumn("last_used_at", whole)
    .addColumn("revoked_at", whole)
    .execute();
}

async function createCredentials(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  const credential = (name: "password_links" | "manager_sessions" | "api_tokens") =>
    db.schema
      .createTable(name)
      .addColumn("token_hash", "text", (column) => column.primaryKey())
      .addColumn("manager_id", "text", (column) => column.notNull().references("managers.manager_id"))
      .addColumn("created_at", whole, (column) => column.notNull());
  await credential("password_links")
    .addColumn("expires_at", whole, (column) => column.notNull())
    .execute();
  await credential("manager_sessions")
    .addColumn("last_used_at", whole, (column) => column.notNull())
    .addColumn("expires_at", whole, (column) => column.notNull())
    .execute();
  await credential("api_tokens")
    .addColumn("token_id", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("last_used_at", whole)
    .addColumn("expires_at", whole)
    .execute();
  for (const table of ["password_links", "manager_sessions", "api_tokens"] as const)
    await db.schema.createIndex(`${table}_by_manager`).on(table).column("manager_id").execute();
}

async function extendClients(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable("clients")
    .addColumn("manager_id", "text", (column) => column.references("managers.manager_id"))
    .execute();
  await db.schema.alterTable("clients").addColumn("email", "text").execute();
  await db.schema.alterTable("clients").addColumn("last_seen_at", whole).execute();
  await db.schema
    .alterTable("clients")
    .addColumn("folded_name", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  for (const { client_id, name } of await db.selectFrom("clients").select(["client_id", "name"]).execute())
    await db
      .updateTable("clients")
      .set({ folded_name: foldedName(name) })
      .where("client_id", "=", client_id)
      .execute();
  await db.schema
    .createIndex("clients_by_manager")
    .on("clients")
    .columns(["manager_id", "folded_name"])
    .execute();
}
