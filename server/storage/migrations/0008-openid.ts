import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Managers' identities at an OpenID Connect provider. */
export async function openId(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("manager_identities")
    .addColumn("issuer", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("manager_id", "text", (column) => column.notNull().references("managers.manager_id"))
    .addColumn("linked_at", whole, (column) => column.notNull())
    .addPrimaryKeyConstraint("manager_identities_pk", ["issuer", "subject"])
    .addUniqueConstraint("manager_identities_by_manager", ["manager_id", "issuer"])
    .execute();
}
