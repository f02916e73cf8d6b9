import type { Interview } from "#contract/interview/interview.ts";
import { parseStored } from "../engine/damage.ts";
import { foldedName } from "../engine/normalized-name.ts";
import type { Db, Tables } from "../engine/schema.ts";

/** Rows of the catalog, for queries inside transactions. */

/** One version in one language, named by its hash. */
export type StoredDefinition = { hash: string; interview: Interview };

export function findEntry(db: Db, interviewId: string): Promise<Tables["interview_catalog"] | undefined> {
  const entries = db.selectFrom("interview_catalog").selectAll();
  return entries.where("interview_id", "=", interviewId).executeTakeFirst();
}

export async function hasName(db: Db, name: string): Promise<boolean> {
  const entries = db.selectFrom("interview_catalog").select("interview_id");
  return (await entries.where("folded_name", "=", foldedName(name)).executeTakeFirst()) !== undefined;
}

export async function setEntry(
  db: Db,
  interviewId: string,
  columns: Partial<Tables["interview_catalog"]>,
): Promise<void> {
  await db.updateTable("interview_catalog").set(columns).where("interview_id", "=", interviewId).execute();
}

/** Oldest first. */
export async function listDefinitions(db: Db): Promise<StoredDefinition[]> {
  const rows = await db
    .selectFrom("interviews")
    .select(["hash", "body"])
    .orderBy("first_used_at")
    .orderBy("hash")
    .execute();
  return rows.map(({ hash, body }) => ({ hash, interview: parseStored(body) as Interview }));
}
