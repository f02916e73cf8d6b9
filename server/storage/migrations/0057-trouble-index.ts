import { type Kysely, sql } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { EngineTerms } from "./migrate.ts";

/** Includes the state, so that SQLite counts clients with mail trouble in this index. */
export async function troubleIndex(db: Kysely<Tables>, { inCodePoints }: EngineTerms): Promise<void> {
  await sql`drop index clients_in_trouble`.execute(db);
  await sql`create index clients_in_trouble on clients
    (${inCodePoints("folded_name")}, client_id, manager_id, mail_trouble_at, state, erased_at)
    where erased_at is null and mail_trouble_at is not null`.execute(db);
}
