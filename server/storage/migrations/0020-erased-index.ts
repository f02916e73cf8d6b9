import { type Kysely, sql } from "kysely";
import type { Tables } from "../engine/schema.ts";

/** Who is still being erased is asked for every five minutes, among however many clients. */
export async function erasedIndex(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createIndex("clients_erased")
    .on("clients")
    .column("client_id")
    .where(sql.ref("erased_at"), "is not", null)
    .execute();
}
