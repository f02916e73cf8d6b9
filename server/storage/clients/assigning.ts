import type { Db, Tables } from "../engine/schema.ts";

/** The manager who looks after a client, and the manager whom the client goes back to. */
export type Assignment = Pick<Tables["clients"], "manager_id" | "home_manager_id">;
/** Assigns clients according to the absences at one moment. */
export type Assign = (managerId: string | null) => Assignment;

/**
 * Part of each transaction that gives clients to managers: a client of an absent manager goes to the colleague who
 * stands in.
 */
export async function readAssign(db: Db): Promise<Assign> {
  const rows = await db.selectFrom("manager_absences").select(["manager_id", "hand_to"]).execute();
  const colleagues = new Map(rows.map((row) => [row.manager_id, row.hand_to]));
  return (managerId) => {
    const handTo = managerId === null ? undefined : colleagues.get(managerId);
    return handTo === undefined
      ? { manager_id: managerId, home_manager_id: null }
      : { manager_id: handTo, home_manager_id: managerId };
  };
}
