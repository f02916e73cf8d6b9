import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Mails, templates, and managers' choices of mails. */
export async function mail(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
  await createMails(db, types);
  await createWishes(db, types);
  await db.schema
    .createTable("mail_templates")
    .addColumn("kind", "text", (column) => column.primaryKey())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("changed_at", types.whole, (column) => column.notNull())
    .execute();
}

async function createMails(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("mails")
    .addColumn("mail_id", "text", (column) => column.primaryKey())
    .addColumn("dedupe_key", "text", (column) => column.notNull().unique())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("manager_id", "text", (column) => column.references("managers.manager_id"))
    .addColumn("asked_by", "text")
    .addColumn("round", whole)
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("attempts", whole, (column) => column.notNull())
    .addColumn("created_at", whole, (column) => column.notNull())
    .addColumn("next_at", whole)
    .addColumn("last_at", whole)
    .addColumn("status", whole)
    .addColumn("cause", "text")
    .addColumn("opt_out_hash", "text")
    .execute();
  const mails = (index: string) => db.schema.createIndex(index).on("mails");
  await mails("mails_by_client").columns(["client_id", "created_at"]).execute();
  await mails("mails_by_time").columns(["created_at", "mail_id"]).execute();
  await mails("mails_by_opt_out").column("opt_out_hash").execute();
}

async function createWishes(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("mail_choices")
    .addColumn("manager_id", "text", (column) => column.primaryKey().references("managers.manager_id"))
    .addColumn("submitted", whole, (column) => column.notNull())
    .addColumn("answered", whole, (column) => column.notNull())
    .addColumn("stuck_days", whole)
    .addColumn("changed_at", whole, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("mail_opt_outs")
    .addColumn("client_id", "text", (column) => column.primaryKey().references("clients.client_id"))
    .addColumn("opted_out_at", whole, (column) => column.notNull())
    .execute();
}
