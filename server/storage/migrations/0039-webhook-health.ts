import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** The message format of each webhook, and its failures. Existing webhooks get standard messages without answers. */
export async function webhookHealth(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  const webhooks = db.schema.alterTable("webhooks");
  await webhooks.addColumn("format", "text", (column) => column.notNull().defaultTo("standard")).execute();
  await webhooks.addColumn("answers", "text", (column) => column.notNull().defaultTo("none")).execute();
  await webhooks.addColumn("failed_tries", whole, (column) => column.notNull().defaultTo(0)).execute();
  for (const column of ["failing_since", "failed_at", "failed_status"])
    await webhooks.addColumn(column, whole).execute();
  await webhooks.addColumn("failed_cause", "text").execute();
  await db.schema.alterTable("mails").addColumn("webhook_id", "text").execute();
}
