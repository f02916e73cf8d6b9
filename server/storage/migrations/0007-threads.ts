import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Managers' follow-ups and approvals, question by question. */
export async function threads(db: Kysely<Tables>, { whole, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("threads")
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("question_id", "text", (column) => column.notNull())
    .addColumn("entries", whole, (column) => column.notNull())
    .addColumn("asked_at", whole)
    .addColumn("approved_mark", "text")
    .addPrimaryKeyConstraint("threads_pk", ["client_id", "question_id"])
    .execute();
  await db.schema
    .createTable("thread_entries")
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("question_id", "text", (column) => column.notNull())
    .addColumn("entry", whole, (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("manager_id", "text", (column) => column.references("managers.manager_id"))
    .addColumn("body", bytes)
    .addColumn("at", whole, (column) => column.notNull())
    .addPrimaryKeyConstraint("thread_entries_pk", ["client_id", "question_id", "entry"])
    .execute();
}
