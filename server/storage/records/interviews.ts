import type { Interview } from "#contract/interview/interview.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";

export function interviewQueries(engine: Engine) {
  return {
    /** Every interview that this installation ever asked, the newest last. */
    list: (): Promise<Interview[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("interviews")
          .select("body")
          .orderBy("first_used_at")
          .orderBy("hash")
          .execute();
        return rows.map((row) => parseStored(row.body) as Interview);
      }),

    /** Keeps the interview for good, and returns every other one that this installation ever asked. */
    remember: (hash: string, interview: Interview, now: number): Promise<Interview[]> =>
      engine.write(async (db) => {
        const known = await db
          .selectFrom("interviews")
          .select(["hash", "body"])
          .orderBy("first_used_at")
          .orderBy("hash")
          .execute();
        if (!known.some((row) => row.hash === hash)) {
          const row = { hash, body: JSON.stringify(interview), first_used_at: now };
          await db
            .insertInto("interviews")
            .values(row)
            .onConflict((conflict) => conflict.column("hash").doNothing())
            .execute();
        }
        return known.filter((row) => row.hash !== hash).map((row) => parseStored(row.body) as Interview);
      }),
  };
}
