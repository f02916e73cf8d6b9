import { type Kysely, sql } from "kysely";
import type { Tables } from "../engine/schema.ts";

/** An index for the query, every five minutes, for clients who are still being erased. */
export async function erasedIndex(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createIndex("clients_erased")
    .on("clients")
    .column("client_id")
    .where(sql.ref("erased_at"), "is not", null)
    .execute();
}
