import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Clients' PINs, and a public id for each session. */
export async function clientPins(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("client_pins")
    .addColumn("client_id", "text", (column) => column.primaryKey().references("clients.client_id"))
    .addColumn("pin_hash", "text", (column) => column.notNull())
    .addColumn("pepper_id", "text", (column) => column.notNull())
    .addColumn("set_at", whole, (column) => column.notNull())
    .addColumn("tries", whole, (column) => column.notNull())
    .addColumn("stopped_at", whole)
    .execute();
  await db.schema.alterTable("sessions").addColumn("session_id", "text").execute();
  await nameSessions(db);
  await db.schema.createIndex("sessions_by_id").on("sessions").column("session_id").unique().execute();
  await db.schema.createIndex("sessions_by_client").on("sessions").column("client_id").execute();
}

/** Gives existing sessions an id, so that they stay live. */
async function nameSessions(db: Kysely<Tables>): Promise<void> {
  const sessions = await db.selectFrom("sessions").select("token_hash").execute();
  for (const { token_hash } of sessions) {
    const session_id = `se_${randomBytes(10).toString("hex")}`;
    await db.updateTable("sessions").set({ session_id }).where("token_hash", "=", token_hash).execute();
  }
}
