import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Browsers that accounts have signed in with, and the data for mails about a sign-in. */
export async function knownBrowsers(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("known_browsers")
    .addColumn("manager_id", "text", (column) => column.notNull().references("managers.manager_id"))
    .addColumn("browser_hash", "text", (column) => column.notNull())
    .addColumn("last_used_at", whole, (column) => column.notNull())
    .addColumn("label", "text")
    .addPrimaryKeyConstraint("known_browsers_key", ["manager_id", "browser_hash"])
    .execute();
  await db.schema.alterTable("manager_sessions").addColumn("browser_hash", "text").execute();
  for (const column of ["device", "address"])
    await db.schema.alterTable("mails").addColumn(column, "text").execute();
}
