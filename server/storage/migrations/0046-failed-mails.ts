import { type Kysely, sql } from "kysely";
import type { Tables } from "../engine/schema.ts";

/** An index for the list of the few mails that did not arrive. */
export async function failedMails(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createIndex("mails_failed")
    .on("mails")
    .columns(["created_at", "mail_id"])
    .where(sql<boolean>`state in ('refused', 'given-up', 'unsure')`)
    .execute();
}
