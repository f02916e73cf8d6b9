import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";

/** In which language a client has signed in, for what is sent to them. */
export async function clientLanguages(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable("clients").addColumn("language", "text").execute();
}
