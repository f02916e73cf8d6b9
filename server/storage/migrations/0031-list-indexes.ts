import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { EngineTerms } from "./migrate.ts";

/**
 * Stores each client's state, for the indexes of the lists by name, by manager and by state. A usual save writes none
 * of their columns.
 */
export async function listIndexes(
  db: Kysely<Tables>,
  { inCodePoints, indexesLongTexts }: EngineTerms,
): Promise<void> {
  await db.schema
    .alterTable("clients")
    .addColumn("state", "text", (column) => column.notNull().defaultTo("not-invited"))
    .execute();
  await sql`update clients set state = coalesce(
    (select case
      when r.submitted_at is null then 'in-progress'
      when clients.approved_hash = r.content_hash then 'approved'
      else 'submitted' end
      from records r where r.client_id = clients.client_id),
    case when opened_at is not null then 'opened' when invited_at is not null then 'invited' else 'not-invited' end)`.execute(
    db,
  );
  const name = inCodePoints("folded_name");
  const index = (what: RawBuilder<unknown>) => sql`create index ${what}`.execute(db);
  const listed = sql`erased_at is null`;
  await sql`drop index clients_by_manager`.execute(db);
  // covers all that a search or a count reads, so that neither reads a row; SQLite needs "erased_at" for that, too
  await index(
    sql`clients_by_name on clients (${name}, client_id, manager_id, state, email, contact, erased_at) where ${listed}`,
  );
  await index(
    sql`clients_by_manager on clients (manager_id, ${name}, client_id, state, erased_at) where ${listed}`,
  );
  await index(
    sql`clients_by_state on clients (state, ${name}, client_id, manager_id, follow_ups_out, erased_at) where ${listed}`,
  );
  await index(sql`clients_by_folded_name on clients (folded_name)`);
  await index(
    sql`clients_due on clients (due_on, state, manager_id, client_id, erased_at) where ${listed} and due_on is not null`,
  );
  await index(
    sql`clients_in_trouble on clients (${name}, client_id, manager_id, mail_trouble_at, erased_at) where ${listed} and mail_trouble_at is not null`,
  );
  await index(
    sql`clients_waiting on clients (${name}, client_id, manager_id, follow_ups_out, erased_at) where ${listed} and follow_ups_out > 0`,
  );
  await index(
    sql`clients_unopened on clients (invited_at, manager_id, state, erased_at) where ${listed} and state = 'invited'`,
  );
  await index(sql`looks_by_manager on looks (manager_id, client_id, content_hash)`);
  // in other engines, the list of answered questions may exceed the size of an index entry
  if (indexesLongTexts)
    await index(sql`records_by_progress on records
      (complete_questions, last_section, (case when submitted_at is null then 0 else 1 end))`);
}
