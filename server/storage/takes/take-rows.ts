import type { Db, Tables } from "../engine/schema.ts";
import type { TakeName } from "./take-references.ts";

/** Statements on the table of takes that several queries share. */

export function selectTake(db: Db, { clientId, takeId }: TakeName) {
  return db.selectFrom("takes").where("client_id", "=", clientId).where("take_id", "=", takeId);
}

/** Adds a take without parts. `dropAt`: when the take is deleted unless a record names it by then. */
export async function insertTake(
  db: Db,
  { clientId, takeId }: TakeName,
  { at, dropAt }: { at: number; dropAt: number | null },
): Promise<void> {
  await db
    .insertInto("takes")
    .values({
      client_id: clientId,
      take_id: takeId,
      state: "receiving",
      question_id: null,
      mime_type: null,
      closing_hash: null,
      bytes: 0,
      duration_ms: null,
      transcript: null,
      created_at: at,
      closed_at: null,
      drop_at: dropAt,
    } satisfies Tables["takes"])
    .execute();
}

export function updateTake(db: Db, { clientId, takeId }: TakeName) {
  return updateTakesOf(db, clientId).where("take_id", "=", takeId);
}

export function updateTakesOf(db: Db, clientId: string) {
  return db.updateTable("takes").where("client_id", "=", clientId);
}

/** Deletes the row of a deleted take, whose other data is gone. */
export async function forgetTake(db: Db, { clientId, takeId }: TakeName): Promise<void> {
  await db
    .deleteFrom("takes")
    .where("client_id", "=", clientId)
    .where("take_id", "=", takeId)
    .where("state", "=", "dropped")
    .execute();
}
