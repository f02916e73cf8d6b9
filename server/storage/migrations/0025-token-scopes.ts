import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";

/** The scopes that existed in effect before tokens had limits; no call needed `interviews:write`. */
const USED_BEFORE = "clients:read clients:write answers:read answers:write keys:write";

/** The scopes of each API token. Earlier tokens keep their access to clients. */
export async function tokenScopes(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable("api_tokens")
    .addColumn("scopes", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.updateTable("api_tokens").set({ scopes: USED_BEFORE }).execute();
}
