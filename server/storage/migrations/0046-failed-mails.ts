import { type Kysely, sql } from "kysely";
import type { Tables } from "../engine/schema.ts";

/** Mails that came to nothing are few among all, and are listed by themselves. */
export async function failedMails(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createIndex("mails_failed")
    .on("mails")
    .columns(["created_at", "mail_id"])
    .where(sql<boolean>`state in ('refused', 'given-up', 'unsure')`)
    .execute();
}
