import { type Kysely, sql } from "kysely";
import type { Tables } from "../engine/schema.ts";

/** Indexes for pages of the audit trail: with any filter, a page starts at the newest event of each kind. */
export async function auditIndexes(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createIndex("events_by_kind")
    .on("events")
    .columns(["kind", "at", "seq"])
    .where(sql<boolean>`(kind <> 'mail.sent' or actor <> 'nobody')`)
    .execute();
  await db.schema
    .createIndex("events_by_actor")
    .on("events")
    .columns(["actor", "kind", "at", "seq"])
    .execute();
}
