import { type Kysely, sql } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** The first interview of every installation, which clients of earlier releases have. */
const OWN_INTERVIEW = "iv_00000000000000000000";

/** Several interviews, with versions and drafts. Clients who submitted earlier stay on the first version. */
export async function interviews(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("interview_catalog")
    .addColumn("interview_id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("folded_name", "text", (column) => column.notNull().unique())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("current_version", whole)
    .addColumn("is_default", whole, (column) => column.notNull())
    .addColumn("created_at", whole, (column) => column.notNull())
    .addColumn("created_by", "text")
    .addColumn("retired_at", whole)
    .execute();
  await sql`create unique index one_default_interview on interview_catalog (is_default)
    where is_default = 1`.execute(db);
  await db.schema
    .createTable("interview_versions")
    .addColumn("interview_id", "text", (column) => column.notNull())
    .addColumn("number", whole, (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("hashes", "text", (column) => column.notNull())
    .addColumn("note", "text")
    .addColumn("published_at", whole, (column) => column.notNull())
    .addColumn("published_by", "text")
    .addPrimaryKeyConstraint("interview_versions_key", ["interview_id", "number"])
    .execute();
  await db.schema
    .createTable("interview_drafts")
    .addColumn("interview_id", "text", (column) => column.primaryKey())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("revision", whole, (column) => column.notNull())
    .addColumn("based_on", whole)
    .addColumn("changed_at", whole, (column) => column.notNull())
    .addColumn("changed_by", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("entry_names")
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("entry_names_key", ["name", "kind"])
    .execute();
  await db
    .insertInto("interview_catalog")
    .values({
      interview_id: OWN_INTERVIEW,
      name: "Standard",
      folded_name: "standard",
      source: "built-in",
      current_version: null,
      is_default: 1,
      created_at: 0,
      created_by: null,
      retired_at: null,
    })
    .execute();
  await db.schema
    .alterTable("clients")
    .addColumn("interview_id", "text", (column) => column.notNull().defaultTo(OWN_INTERVIEW))
    .execute();
  await db.schema.alterTable("clients").addColumn("interview_version", whole).execute();
  await db.schema.alterTable("submissions").addColumn("interview_hash", "text").execute();
  await db
    .updateTable("clients")
    .set({ interview_version: 1 })
    .where("submitted_at", "is not", null)
    .execute();
}
