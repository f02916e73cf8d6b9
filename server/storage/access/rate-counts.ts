import type { Engine } from "../engine/engine.ts";
import type { Tables } from "../engine/schema.ts";

/** A count that starts over after `endsAt`. */
export type RateCount = { used: number; endsAt: number };
type Counting = { by: number; now: number; windowMs: number };

export function rateCountQueries(engine: Engine) {
  return {
    /** Adds to a count and returns the new count. */
    countUp: (name: string, { by, now, windowMs }: Counting): Promise<RateCount> =>
      engine.write(async (db) => {
        const begun = { used: by, ends_at: now + windowMs };
        const { used, ends_at } = await db
          .insertInto("rate_counts")
          .values({ name, ...begun } satisfies Tables["rate_counts"])
          .onConflict((conflict) =>
            conflict.column("name").doUpdateSet((row) => {
              const isOver = row("rate_counts.ends_at", "<=", now);
              const added = row("rate_counts.used", "+", by);
              return {
                used: row.case().when(isOver).then(begun.used).else(added).end(),
                ends_at: row
                  .case()
                  .when(isOver)
                  .then(begun.ends_at)
                  .else(row.ref("rate_counts.ends_at"))
                  .end(),
              };
            }),
          )
          .returning(["used", "ends_at"])
          .executeTakeFirstOrThrow();
        return { used, endsAt: ends_at };
      }),

    /** Zeros if the window has ended. */
    read: (name: string, now: number): Promise<RateCount> =>
      engine.read(async (db) => {
        const counts = db.selectFrom("rate_counts").select(["used", "ends_at"]);
        const row = await counts.where("name", "=", name).where("ends_at", ">", now).executeTakeFirst();
        return { used: row?.used ?? 0, endsAt: row?.ends_at ?? 0 };
      }),

    dropOld: (now: number): Promise<void> =>
      engine.write(async (db) => {
        await db.deleteFrom("rate_counts").where("ends_at", "<=", now).execute();
      }),
  };
}
