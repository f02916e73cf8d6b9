import { type Kysely, sql } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/**
 * Facts for the list of clients, which then opens no record: invitations, sign-ins, approvals, follow-ups without an
 * answer. Tags, saved views, and bulk actions.
 */
export async function clientFacts(db: Kysely<Tables>, { whole, bytes }: ColumnTypes): Promise<void> {
  for (const column of ["contact", "external_id", "due_on", "time_zone", "approved_hash", "mail_trouble"])
    await db.schema.alterTable("clients").addColumn(column, "text").execute();
  for (const column of ["invited_at", "opened_at", "waiting_since", "mail_trouble_at"])
    await db.schema.alterTable("clients").addColumn(column, whole).execute();
  for (const column of ["follow_ups_out", "reminders_sent"])
    await db.schema
      .alterTable("clients")
      .addColumn(column, whole, (added) => added.notNull().defaultTo(0))
      .execute();
  await fillFacts(db);
  await fillApprovals(db);
  await db.schema
    .createIndex("clients_by_external_id")
    .on("clients")
    .column("external_id")
    .unique()
    .execute();

  await db.schema
    .createTable("tags")
    .addColumn("tag_id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("folded_name", "text", (column) => column.notNull().unique())
    .addColumn("created_at", whole, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("client_tags")
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("tag_id", "text", (column) => column.notNull().references("tags.tag_id"))
    .addPrimaryKeyConstraint("client_tags_key", ["client_id", "tag_id"])
    .execute();
  await db.schema.createIndex("client_tags_by_tag").on("client_tags").column("tag_id").execute();
  await db.schema
    .createTable("views")
    .addColumn("view_id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("owner", "text", (column) => column.references("managers.manager_id"))
    .addColumn("selection", "text", (column) => column.notNull())
    .addColumn("created_at", whole, (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("bulk_jobs")
    .addColumn("bulk_id", "text", (column) => column.primaryKey())
    .addColumn("manager_id", "text", (column) => column.notNull().references("managers.manager_id"))
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("params", bytes, (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("created_at", whole, (column) => column.notNull())
    .addColumn("ended_at", whole)
    .execute();
  await db.schema
    .createIndex("bulk_jobs_by_manager")
    .on("bulk_jobs")
    .columns(["manager_id", "created_at"])
    .execute();
  await db.schema
    .createTable("bulk_items")
    .addColumn("bulk_id", "text", (column) => column.notNull().references("bulk_jobs.bulk_id"))
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("place", whole, (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("cause", "text")
    .addColumn("before", "text")
    .addPrimaryKeyConstraint("bulk_items_key", ["bulk_id", "client_id"])
    .execute();
  await db.schema
    .createIndex("bulk_items_by_place")
    .on("bulk_items")
    .columns(["bulk_id", "state", "place"])
    .execute();
  await db.schema.createIndex("bulk_items_by_client").on("bulk_items").column("client_id").execute();
  await db.schema.alterTable("mails").addColumn("bulk_id", "text").execute();
  await db.schema.alterTable("mails").addColumn("words", bytes).execute();
}

/** A client with a key counts as invited, and a client who has signed in counts as having opened the interview. */
async function fillFacts(db: Kysely<Tables>): Promise<void> {
  await sql`update clients set
    invited_at = (select min(k.created_at) from access_keys k where k.client_id = clients.client_id),
    opened_at = coalesce(
      (select min(s.created_at) from sessions s where s.client_id = clients.client_id),
      (select min(k.last_used_at) from access_keys k where k.client_id = clients.client_id),
      clients.last_seen_at,
      (select min(r.saved_at) from revisions r where r.client_id = clients.client_id)),
    follow_ups_out = (select count(*) from threads t where t.client_id = clients.client_id and t.asked_at is not null),
    waiting_since = (select min(t.asked_at) from threads t where t.client_id = clients.client_id),
    reminders_sent = (select count(*) from mails m
      where m.client_id = clients.client_id and m.manager_id is null and m.round = 0)`.execute(db);
}

/**
 * Approves clients whose answered questions were all approved after the last save; only reading the record could tell
 * more.
 */
async function fillApprovals(db: Kysely<Tables>): Promise<void> {
  await sql`update clients set approved_hash = (
    select r.content_hash from records r
    where r.client_id = clients.client_id and r.submitted_at is not null and r.completed > 0 and r.completed <= (
      select count(*) from threads t where t.client_id = r.client_id and t.approved_mark is not null
        and r.saved_at <= (select e.at from thread_entries e
          where e.client_id = t.client_id and e.question_id = t.question_id and e.entry = t.entries)))`.execute(
    db,
  );
}
