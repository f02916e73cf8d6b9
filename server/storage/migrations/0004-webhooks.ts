import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Webhooks, their messages, and the deliveries of each message. */
export async function webhooks(db: Kysely<Tables>, { whole, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("webhooks")
    .addColumn("webhook_id", "text", (column) => column.primaryKey())
    .addColumn("address", bytes, (column) => column.notNull())
    .addColumn("secret", bytes, (column) => column.notNull())
    .addColumn("previous_secret", bytes)
    .addColumn("previous_until", whole)
    .addColumn("kinds", "text", (column) => column.notNull())
    .addColumn("made_by", "text")
    .addColumn("created_at", whole, (column) => column.notNull())
    .addColumn("off_at", whole)
    .addColumn("off_cause", "text")
    .execute();
  await db.schema
    .createTable("webhook_messages")
    .addColumn("message_id", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("client_id", "text", (column) => column.references("clients.client_id"))
    .addColumn("revision", whole)
    .addColumn("body", bytes, (column) => column.notNull())
    .addColumn("created_at", whole, (column) => column.notNull())
    .execute();
  const messages = db.schema.createIndex("webhook_messages_by_client").on("webhook_messages");
  await messages.columns(["client_id", "kind", "revision"]).execute();
  await db.schema
    .createIndex("webhook_messages_by_time")
    .on("webhook_messages")
    .column("created_at")
    .execute();
  await createDeliveries(db, whole);
}

async function createDeliveries(db: Kysely<Tables>, whole: ColumnTypes["whole"]): Promise<void> {
  await db.schema
    .createTable("webhook_deliveries")
    .addColumn("message_id", "text", (column) => column.notNull().references("webhook_messages.message_id"))
    // no foreign key: a removed webhook's deliveries are deleted with their messages, in steps
    .addColumn("webhook_id", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("attempts", whole, (column) => column.notNull())
    .addColumn("created_at", whole, (column) => column.notNull())
    .addColumn("next_at", whole)
    .addColumn("last_at", whole)
    .addColumn("status", whole)
    .addColumn("cause", "text")
    .addColumn("duration_ms", whole)
    .addPrimaryKeyConstraint("webhook_deliveries_pk", ["message_id", "webhook_id"])
    .execute();
  const deliveries = (index: string) => db.schema.createIndex(index).on("webhook_deliveries");
  await deliveries("webhook_deliveries_by_turn").columns(["webhook_id", "next_at"]).execute();
  await deliveries("webhook_deliveries_by_age").columns(["webhook_id", "created_at"]).execute();
}
