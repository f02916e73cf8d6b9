import { type Kysely, sql } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Stores the hour of each client's last activity, so that stalled clients are counted in an index. */
export async function activity(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable("clients")
    .addColumn("active_hour", whole, (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update clients set active_hour = coalesce(
    (select case when r.saved_at > coalesce(clients.last_seen_at, 0) then r.saved_at else clients.last_seen_at end
      from records r where r.client_id = clients.client_id),
    clients.last_seen_at, 0) / 3600000
    where last_seen_at is not null or state in ('in-progress', 'submitted', 'approved')`.execute(db);
  // narrow, so that it also serves for counting states; SQLite needs "erased_at" in each index
  await sql`create index clients_by_activity on clients (state, active_hour, manager_id, erased_at)
    where erased_at is null`.execute(db);
  await sql`drop index clients_unopened`.execute(db);
  await sql`create index clients_unopened on clients (state, invited_at, manager_id, erased_at)
    where erased_at is null and state = 'invited'`.execute(db);
  // covers all that decides whether a manager is needed, so that no row is read
  await sql`create index clients_unsaved on clients
    (state, invited_at, last_seen_at, created_at, manager_id, due_on, mail_trouble_at, reminders_sent, reminders_off, email,
      erased_at)
    where erased_at is null and state in ('not-invited', 'invited', 'opened')`.execute(db);
}
