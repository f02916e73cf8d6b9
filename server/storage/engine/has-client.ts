import type { Db } from "./schema.ts";

/** Part of each transaction that writes about a client. False for a client who is being erased. */
export async function hasClient(db: Db, clientId: string): Promise<boolean> {
  const row = await db
    .selectFrom("clients")
    .select("client_id")
    .where("client_id", "=", clientId)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}
