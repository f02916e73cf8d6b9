import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** The results of calls with an idempotency key. */
export async function repeatableCalls(db: Kysely<Tables>, { whole, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("repeatable_calls")
    .addColumn("caller", "text", (column) => column.notNull())
    .addColumn("key_hash", "text", (column) => column.notNull())
    .addColumn("request_hash", "text", (column) => column.notNull())
    .addColumn("answer", bytes)
    .addColumn("client_id", "text")
    .addColumn("used_at", whole, (column) => column.notNull())
    .addPrimaryKeyConstraint("repeatable_calls_pk", ["caller", "key_hash"])
    .execute();
  await db.schema.createIndex("repeatable_calls_by_time").on("repeatable_calls").column("used_at").execute();
  await db.schema
    .createIndex("repeatable_calls_by_client")
    .on("repeatable_calls")
    .column("client_id")
    .execute();
}
