import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";

/**
 * Earlier releases left clients with a manager who was revoked, so that mail about them had no reader. Clients without
 * a manager belong to the administrators.
 */
export async function revokedManagers(db: Kysely<Tables>): Promise<void> {
  const revoked = db.selectFrom("managers").select("manager_id").where("revoked_at", "is not", null);
  await db.updateTable("clients").set({ manager_id: null }).where("manager_id", "in", revoked).execute();
}
