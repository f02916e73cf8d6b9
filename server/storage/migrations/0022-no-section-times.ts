import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";

/** Empties the tables of a measurement that is dropped: nothing reads, exports or writes them. */
export async function noSectionTimes(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom("section_times").execute();
  await db.deleteFrom("work_moments").execute();
}
