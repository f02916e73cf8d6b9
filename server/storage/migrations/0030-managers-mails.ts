import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/**
 * A daily digest for managers, in their time zone, from the next morning. Managers who had chosen any mail get it;
 * managers who had turned all mails off do not.
 */
export async function managersMails(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  for (const column of ["time_zone", "digested_on"])
    await db.schema.alterTable("managers").addColumn(column, "text").execute();
  // otherwise an upgrade in the afternoon would mail every manager at once
  await db
    .updateTable("managers")
    .set({ digested_on: new Date().toISOString().slice(0, "YYYY-MM-DD".length) })
    .execute();
  await db.schema
    .alterTable("mail_choices")
    .addColumn("digest", whole, (column) => column.notNull().defaultTo(0))
    .execute();
  await db
    .updateTable("mail_choices")
    .set({ digest: 1 })
    .where((row) =>
      row.or([row("submitted", "=", 1), row("answered", "=", 1), row("stuck_days", "is not", null)]),
    )
    .execute();
}
