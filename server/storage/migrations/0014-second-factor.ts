import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Second factors with recovery codes, sign-ins that still need a code, and where sessions began. */
export async function secondFactor(db: Kysely<Tables>, { whole, bytes }: ColumnTypes): Promise<void> {
  await db.schema.alterTable("managers").addColumn("second_factor_at", whole).execute();
  await db.schema
    .createTable("second_factors")
    .addColumn("manager_id", "text", (column) => column.primaryKey().references("managers.manager_id"))
    .addColumn("secret", bytes, (column) => column.notNull())
    .addColumn("last_period", whole, (column) => column.notNull())
    .addColumn("wrong_in_row", whole, (column) => column.notNull())
    .addColumn("wait_until", whole)
    .execute();
  await db.schema
    .createTable("recovery_codes")
    .addColumn("manager_id", "text", (column) => column.notNull().references("managers.manager_id"))
    .addColumn("code_hash", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("recovery_codes_pk", ["manager_id", "code_hash"])
    .execute();
  await db.schema
    .createTable("second_steps")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("manager_id", "text", (column) => column.notNull().references("managers.manager_id"))
    .addColumn("way", "text", (column) => column.notNull())
    .addColumn("expires_at", whole, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("second_steps_by_manager").on("second_steps").column("manager_id").execute();
  const sessions = () => db.schema.alterTable("manager_sessions");
  // how earlier sessions began is unknown; at worst, a second factor is asked for too often
  await sessions()
    .addColumn("way", "text", (column) => column.notNull().defaultTo("password"))
    .execute();
  await sessions().addColumn("address", "text").execute();
  await sessions().addColumn("device", "text").execute();
}
