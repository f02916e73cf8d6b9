import { type Kysely, sql } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { EngineTerms } from "./migrate.ts";

/** The questions that a record does not ask. Before, every question was asked. */
export async function conditions(db: Kysely<Tables>, { indexesLongTexts }: EngineTerms): Promise<void> {
  await db.schema
    .alterTable("records")
    .addColumn("not_asked", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();
  if (!indexesLongTexts) return;
  await db.schema.dropIndex("records_by_progress").execute();
  await sql`create index records_by_progress on records
    (complete_questions, last_section, (case when submitted_at is null then 0 else 1 end), not_asked)`.execute(
    db,
  );
}
