import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** The latest period of inactivity that webhooks were notified of, and the device in the audit trail. */
export async function standstillsAndDevices(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema.alterTable("clients").addColumn("inactive_since", whole).execute();
  await db.schema.alterTable("events").addColumn("device", "text").execute();
}
