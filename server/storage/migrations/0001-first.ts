import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

export async function first(db: Kysely<Tables>, { whole, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("interviews")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("first_used_at", whole, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("clients")
    .addColumn("client_id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("draft_key", bytes, (column) => column.notNull())
    .addColumn("created_at", whole, (column) => column.notNull())
    .execute();
  await createKeysAndSessions(db, { whole, bytes });
  await createRecords(db, { whole, bytes });
  await db.schema
    .createTable("events")
    .addColumn("event_id", "text", (column) => column.primaryKey())
    .addColumn("at", whole, (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("actor", "text", (column) => column.notNull())
    // no foreign key: an event outlives its client
    .addColumn("client_id", "text")
    .addColumn("key_id", "text")
    .addColumn("request_id", "text")
    .addColumn("detail", "text")
    .execute();
  await db.schema.createIndex("events_by_client").on("events").columns(["client_id", "at"]).execute();
}

async function createKeysAndSessions(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("access_keys")
    .addColumn("key_id", "text", (column) => column.primaryKey())
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("secret_hash", "text", (column) => column.notNull().unique())
    .addColumn("pepper_id", "text", (column) => column.notNull())
    .addColumn("created_at", whole, (column) => column.notNull())
    .addColumn("expires_at", whole, (column) => column.notNull())
    .addColumn("revoked_at", whole)
    .addColumn("last_used_at", whole)
    .execute();
  await db.schema.createIndex("access_keys_by_client").on("access_keys").column("client_id").execute();
  await db.schema
    .createTable("sessions")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("key_id", "text", (column) => column.notNull().references("access_keys.key_id"))
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("created_at", whole, (column) => column.notNull())
    .addColumn("last_used_at", whole, (column) => column.notNull())
    .addColumn("expires_at", whole, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sessions_by_key").on("sessions").columns(["key_id", "created_at"]).execute();
  await db.schema.createIndex("sessions_by_end").on("sessions").column("expires_at").execute();
}

async function createRecords(db: Kysely<Tables>, { whole, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("records")
    .addColumn("client_id", "text", (column) => column.primaryKey().references("clients.client_id"))
    .addColumn("revision", whole, (column) => column.notNull())
    .addColumn("content_hash", "text", (column) => column.notNull())
    .addColumn("interview_hash", "text", (column) => column.notNull())
    .addColumn("completed", whole, (column) => column.notNull())
    .addColumn("total", whole, (column) => column.notNull())
    .addColumn("percent", whole, (column) => column.notNull())
    .addColumn("complete_questions", "text", (column) => column.notNull())
    .addColumn("last_section", "text")
    .addColumn("saved_at", whole, (column) => column.notNull())
    .addColumn("submitted_at", whole)
    .addColumn("submitted_hash", "text")
    .execute();
  await db.schema
    .createTable("revisions")
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("revision", whole, (column) => column.notNull())
    .addColumn("body", bytes, (column) => column.notNull())
    .addColumn("saved_at", whole, (column) => column.notNull())
    .addPrimaryKeyConstraint("revisions_pk", ["client_id", "revision"])
    .execute();
  await db.schema.createIndex("revisions_by_time").on("revisions").column("saved_at").execute();
  await db.schema
    .createTable("idempotency_keys")
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("idempotency_key", "text", (column) => column.notNull())
    .addColumn("request_hash", "text", (column) => column.notNull())
    .addColumn("revision", whole, (column) => column.notNull())
    .addColumn("saved_at", whole, (column) => column.notNull())
    .addColumn("used_at", whole, (column) => column.notNull())
    .addPrimaryKeyConstraint("idempotency_keys_pk", ["client_id", "idempotency_key"])
    .execute();
  await db.schema.createIndex("idempotency_keys_by_time").on("idempotency_keys").column("used_at").execute();
  await db.schema
    .createTable("submissions")
    .addColumn("submission_id", "text", (column) => column.primaryKey())
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("revision", whole, (column) => column.notNull())
    .addColumn("content_hash", "text", (column) => column.notNull())
    .addColumn("body", bytes, (column) => column.notNull())
    .addColumn("submitted_at", whole, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("submissions_by_client").on("submissions").column("client_id").execute();
}
