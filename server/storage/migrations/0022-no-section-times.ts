import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";

/** Empties the tables of a removed measurement, which no code uses any more. */
export async function noSectionTimes(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom("section_times").execute();
  await db.deleteFrom("work_moments").execute();
}
