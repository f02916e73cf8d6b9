import type { Db } from "../engine/schema.ts";

/**
 * Part of a transaction. Ends an account's sessions, except the one of `keptToken`, and the sign-ins that still need a
 * code. Returns the number of ended sessions.
 */
export async function endSessionsOf(db: Db, managerId: string, keptToken?: string): Promise<number> {
  await db.deleteFrom("second_steps").where("manager_id", "=", managerId).execute();
  const { numDeletedRows } = await db
    .deleteFrom("manager_sessions")
    .where("manager_id", "=", managerId)
    .$if(keptToken !== undefined, (sessions) => sessions.where("token_hash", "!=", keptToken ?? ""))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends an account's sessions and API tokens. */
export async function endAccessOf(db: Db, managerId: string): Promise<void> {
  await db.deleteFrom("api_tokens").where("manager_id", "=", managerId).execute();
  await endSessionsOf(db, managerId);
}
