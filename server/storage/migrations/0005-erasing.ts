import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Marks a client who is being erased: from the first of several transactions, no reader sees the client any more. */
export async function erasing(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema.alterTable("clients").addColumn("erased_at", whole).execute();
}
