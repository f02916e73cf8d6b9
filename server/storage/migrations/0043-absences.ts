import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/**
 * Managers who have handed their clients to a colleague until a day, and the managers whom those clients go back to.
 */
export async function absences(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("manager_absences")
    .addColumn("manager_id", "text", (column) => column.primaryKey().references("managers.manager_id"))
    .addColumn("hand_to", "text", (column) => column.references("managers.manager_id"))
    .addColumn("until", "text", (column) => column.notNull())
    .addColumn("ends_at", whole, (column) => column.notNull())
    .addColumn("began_at", whole, (column) => column.notNull())
    .execute();
  await db.schema.alterTable("clients").addColumn("home_manager_id", "text").execute();
  await db.schema
    .createIndex("clients_by_home_manager")
    .on("clients")
    .column("home_manager_id")
    .where("home_manager_id", "is not", null)
    .execute();
}
