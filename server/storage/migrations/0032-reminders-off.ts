import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Managers can turn off automatic reminders for one client. Existing clients get reminders as before. */
export async function remindersOff(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable("clients")
    .addColumn("reminders_off", whole, (column) => column.notNull().defaultTo(0))
    .execute();
}
