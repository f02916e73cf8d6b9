import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** When clients worked on each section, and for how long in total. */
export async function sectionTimes(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("work_moments")
    .addColumn("client_id", "text", (column) => column.primaryKey().references("clients.client_id"))
    .addColumn("revision", whole, (column) => column.notNull())
    .addColumn("moments", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("section_times")
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("section_id", "text", (column) => column.notNull())
    .addColumn("active_ms", whole, (column) => column.notNull())
    .addColumn("is_finished", whole, (column) => column.notNull())
    .addPrimaryKeyConstraint("section_times_pk", ["client_id", "section_id"])
    .execute();
  await db.schema
    .createIndex("section_times_by_section")
    .on("section_times")
    .columns(["section_id", "is_finished", "active_ms"])
    .execute();
}
