import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Erased clients, for databases without a file beside them for that. */
export async function erasedClients(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("erased_clients")
    .addColumn("client_id", "text", (column) => column.primaryKey())
    .addColumn("erased_at", whole, (column) => column.notNull())
    .execute();
}
