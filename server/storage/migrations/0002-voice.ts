import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Takes with their audio, and the job queue, which survives restarts. */
export async function voice(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
  await createTakes(db, types);
  await createJobs(db, types);
}

async function createTakes(db: Kysely<Tables>, { whole, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("takes")
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("take_id", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("question_id", "text")
    .addColumn("mime_type", "text")
    .addColumn("closing_hash", "text")
    .addColumn("bytes", whole, (column) => column.notNull())
    .addColumn("duration_ms", whole)
    .addColumn("transcript", bytes)
    .addColumn("created_at", whole, (column) => column.notNull())
    .addColumn("closed_at", whole)
    .addColumn("drop_at", whole)
    .addPrimaryKeyConstraint("takes_pk", ["client_id", "take_id"])
    .execute();
  await db.schema.createIndex("takes_by_drop").on("takes").column("drop_at").execute();
  await db.schema
    .createTable("take_parts")
    .addColumn("client_id", "text", (column) => column.notNull())
    .addColumn("take_id", "text", (column) => column.notNull())
    .addColumn("part", whole, (column) => column.notNull())
    .addColumn("sha256", "text", (column) => column.notNull())
    .addColumn("body", bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint("take_parts_pk", ["client_id", "take_id", "part"])
    .addForeignKeyConstraint("take_parts_take", ["client_id", "take_id"], "takes", ["client_id", "take_id"])
    .execute();
  await db.schema
    .createTable("audio_pieces")
    .addColumn("audio_id", "text", (column) => column.notNull())
    .addColumn("piece", whole, (column) => column.notNull())
    .addColumn("body", bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint("audio_pieces_pk", ["audio_id", "piece"])
    .execute();
}

async function createJobs(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("jobs")
    .addColumn("job_id", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("dedupe_key", "text", (column) => column.notNull().unique())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("attempts", whole, (column) => column.notNull())
    .addColumn("next_at", whole, (column) => column.notNull())
    .addColumn("leased_until", whole)
    .addColumn("lease", "text")
    .addColumn("created_at", whole, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("jobs_by_time").on("jobs").columns(["kind", "next_at"]).execute();
}
