import { type Kysely, sql } from "kysely";
import type { Tables } from "../engine/schema.ts";

/** The device of each save, and indexes for one client's timeline, which reads no body and no other kind of event. */
export async function timeline(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable("revisions").addColumn("device", "text").execute();
  const index = (name: string) => db.schema.createIndex(name);
  await index("revisions_by_client")
    .on("revisions")
    .columns(["client_id", "saved_at", "revision", "device"])
    .execute();
  await db.schema.dropIndex("events_by_client").execute();
  await index("events_by_client").on("events").columns(["client_id", "at", "seq", "kind"]).execute();
  await index("submissions_by_time")
    .on("submissions")
    .columns(["client_id", "submitted_at", "revision"])
    .execute();
  // a mail's place in the timeline is its last try
  await sql`create index mails_to_client on mails (client_id, (coalesce(last_at, created_at)), mail_id)
    where manager_id is null`.execute(db);
}
