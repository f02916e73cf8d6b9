import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Access keys get kinds, and the key of a sign-in link is bound to one browser. Sessions store their device. */
export async function signInLinks(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  const keys = () => db.schema.alterTable("access_keys");
  await keys()
    .addColumn("kind", "text", (column) => column.notNull().defaultTo("lasting"))
    .execute();
  await keys().addColumn("bound_at", whole).execute();
  await keys().addColumn("browser_hash", "text").execute();
  await keys().addColumn("mail_id", "text").execute();
  await db.schema.alterTable("sessions").addColumn("device", "text").execute();
  await db.schema.createIndex("clients_by_email").on("clients").column("email").execute();
}
