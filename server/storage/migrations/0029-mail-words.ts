import { type Kysely, sql } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** Name of a row of `settings` that exists if clients were added before reminders were on by default. */
export const REMINDERS_OFF_BY_DEFAULT = "reminders-off-by-default";

/** The languages of that release, since a migration never changes. */
const LANGUAGES = ["en", "es"];

/**
 * Mail templates by language: a template for all languages now applies in each. Reminders are on by default from now
 * on, but not if clients were added before.
 */
export async function mailWords(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema.alterTable("mail_templates").renameTo("earlier_mail_templates").execute();
  await db.schema
    .createTable("mail_templates")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("language", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("changed_at", whole, (column) => column.notNull())
    .addPrimaryKeyConstraint("mail_words_key", ["kind", "language"])
    .execute();
  for (const language of LANGUAGES)
    await sql`insert into mail_templates (kind, language, subject, text, changed_at)
      select kind, ${language}, subject, text, changed_at from earlier_mail_templates`.execute(db);
  await db.schema.dropTable("earlier_mail_templates").execute();

  // not sealed like other settings, since the row has no value: only its existence counts
  await sql`insert into settings (name, value, version, changed_at, changed_by)
    select ${REMINDERS_OFF_BY_DEFAULT}, null, 0, 0, 'upgrade' where exists (select 1 from clients)`.execute(
    db,
  );
}
