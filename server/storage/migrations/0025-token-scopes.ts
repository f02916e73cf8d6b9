import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";

/** Those that had a call when tokens were not limited yet; no call asked for `interviews:write`. */
const USED_BEFORE = "clients:read clients:write answers:read answers:write keys:write";

/** What each API token is good for. Those of earlier releases keep what they could do with clients. */
export async function tokenScopes(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable("api_tokens")
    .addColumn("scopes", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.updateTable("api_tokens").set({ scopes: USED_BEFORE }).execute();
}
