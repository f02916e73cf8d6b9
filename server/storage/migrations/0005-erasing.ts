import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** A client who is being erased, which takes several transactions, is gone for every reader from the first of them. */
export async function erasing(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema.alterTable("clients").addColumn("erased_at", whole).execute();
}
