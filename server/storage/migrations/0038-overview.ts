import { type Kysely, sql } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/**
 * The times of the first submission and of the approval, beside those of the invitation and the first sign-in, so that
 * one index covers all that the overview counts. A usual save writes none of its columns.
 */
export async function overview(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  for (const column of ["submitted_at", "approved_at"])
    await db.schema.alterTable("clients").addColumn(column, whole).execute();
  // early submissions may have been deleted to make room, but the audit trail still has them
  await sql`update clients set submitted_at = (select min(known.at) from (
      select e.at from events e where e.client_id = clients.client_id and e.kind = 'record.submitted'
      union all select s.submitted_at as at from submissions s where s.client_id = clients.client_id
      union all select r.submitted_at as at from records r
        where r.client_id = clients.client_id and r.submitted_at is not null) known)
    where exists (select 1 from records r where r.client_id = clients.client_id and r.submitted_at is not null)`.execute(
    db,
  );
  // the last approval made the approval complete: any later change clears the hash
  await sql`update clients set approved_at = (
    select max(e.at) from thread_entries e where e.client_id = clients.client_id and e.kind = 'approved')
    where approved_hash is not null`.execute(db);
  await sql`create index clients_by_invitation on clients
    (invited_at, manager_id, state, opened_at, submitted_at, approved_at, client_id, erased_at)
    where erased_at is null and invited_at is not null`.execute(db);
}
