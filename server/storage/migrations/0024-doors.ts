import { type Kysely, sql } from "kysely";
import { DAY_MS } from "#contract/instants.ts";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

const TOKEN_DAYS = 365;

/**
 * A password set by a link takes effect after the second factor's code (`second_steps.password_hash`). API tokens of
 * earlier releases without an end, or with a later one, end a year from now. Mails can be about an account.
 */
export async function doors(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable("second_steps").addColumn("password_hash", "text").execute();
  const end = Date.now() + TOKEN_DAYS * DAY_MS;
  await db
    .updateTable("api_tokens")
    .set({ expires_at: end })
    .where((row) => row.or([row("expires_at", "is", null), row("expires_at", ">", end)]))
    .execute();
  await db.schema
    .createIndex("events_by_sign_in")
    .on("events")
    .columns(["actor", "at"])
    .where(sql<boolean>`kind = 'manager.signed-in'`)
    .execute();
  await rebuildMails(db, types);
}

/** SQLite cannot make a column nullable, so the rows move to a table where `client_id` is. */
async function rebuildMails(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("new_mails")
    .addColumn("mail_id", "text", (column) => column.primaryKey())
    .addColumn("dedupe_key", "text", (column) => column.notNull().unique())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("client_id", "text", (column) => column.references("clients.client_id"))
    .addColumn("act", "text")
    .addColumn("about_manager_id", "text", (column) => column.references("managers.manager_id"))
    .addColumn("manager_id", "text", (column) => column.references("managers.manager_id"))
    .addColumn("asked_by", "text")
    .addColumn("round", whole)
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("attempts", whole, (column) => column.notNull())
    .addColumn("created_at", whole, (column) => column.notNull())
    .addColumn("next_at", whole)
    .addColumn("last_at", whole)
    .addColumn("status", whole)
    .addColumn("cause", "text")
    .addColumn("opt_out_hash", "text")
    .execute();
  const kept = sql.join(KEPT.map((column) => sql.ref(column)));
  await sql`insert into new_mails (${kept}) select ${kept} from mails`.execute(db);
  await db.schema.dropTable("mails").execute();
  await db.schema.alterTable("new_mails").renameTo("mails").execute();
  const mails = (index: string) => db.schema.createIndex(index).on("mails");
  await mails("mails_by_client").columns(["client_id", "created_at"]).execute();
  await mails("mails_by_time").columns(["created_at", "mail_id"]).execute();
  await mails("mails_by_opt_out").column("opt_out_hash").execute();
}

const KEPT = [
  "mail_id",
  "dedupe_key",
  "kind",
  "client_id",
  "manager_id",
  "asked_by",
  "round",
  "state",
  "attempts",
  "created_at",
  "next_at",
  "last_at",
  "status",
  "cause",
  "opt_out_hash",
];
