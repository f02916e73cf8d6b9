import { type Kysely, sql } from "kysely";
import type { Tables } from "../engine/schema.ts";

/** Mails that did not arrive are few, and are listed separately. */
export async function failedMails(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createIndex("mails_failed")
    .on("mails")
    .columns(["created_at", "mail_id"])
    .where(sql<boolean>`state in ('refused', 'given-up', 'unsure')`)
    .execute();
}
