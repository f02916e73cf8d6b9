import { insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";

type KeyRefusal = {
  keyId: string;
  now: number;
  /** Pure. The wait after this many wrong keys in a row, in milliseconds. */
  waitMs(failures: number): number;
};

/** Much longer than the longest wait. */
const FORGOTTEN_AFTER_MS = 86_400_000;

/** Waits after wrong keys. They are stored, so that they apply on every server and after restarts. */
export function keyWaitQueries(engine: Engine) {
  return {
    /**
     * Counts a wrong key and stores its events; returns 0. During a wait, writes nothing and returns the remaining wait
     * in milliseconds.
     */
    refuse: ({ keyId, now, waitMs }: KeyRefusal, events: StorageEvent[]): Promise<number> =>
      engine.write(async (db) => {
        const rows = db.selectFrom("key_waits").selectAll().where("key_id", "=", keyId);
        const before = await rows.executeTakeFirst();
        // `wait_until` alone is not enough: the clock of the server that wrote it may be ahead
        const isWaiting = before && waitMs(before.failures) > 0 && before.wait_until > now;
        if (isWaiting) return before.wait_until - now;
        const failures = (before?.failures ?? 0) + 1;
        const changing = { failures, wait_until: now + waitMs(failures) };
        await db
          .insertInto("key_waits")
          .values({ key_id: keyId, ...changing } satisfies Tables["key_waits"])
          .onConflict((conflict) => conflict.column("key_id").doUpdateSet(changing))
          .execute();
        await insertEvents(db, events);
        return 0;
      }),

    dropOldWaits: (now: number): Promise<void> =>
      engine.write(async (db) => {
        await db
          .deleteFrom("key_waits")
          .where("wait_until", "<", now - FORGOTTEN_AFTER_MS)
          .execute();
      }),
  };
}

/** Part of the transaction in which the right key is used. */
export async function forgetWait(db: Db, keyId: string): Promise<void> {
  await db.deleteFrom("key_waits").where("key_id", "=", keyId).execute();
}
