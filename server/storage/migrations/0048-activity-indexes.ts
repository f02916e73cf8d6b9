import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";

/** Indexes for the query, every 15 minutes, for stalled clients: those who saved or were seen within two days. */
export async function activityIndexes(db: Kysely<Tables>): Promise<void> {
  const index = (name: string) => db.schema.createIndex(name);
  await db.schema.dropIndex("revisions_by_time").execute();
  await index("revisions_by_time").on("revisions").columns(["saved_at", "client_id"]).execute();
  await index("clients_by_last_seen").on("clients").columns(["last_seen_at", "client_id"]).execute();
}
