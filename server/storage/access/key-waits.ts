import { insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";

type KeyRefusal = {
  keyId: string;
  now: number;
  /** Pure: for how long a key is not looked at after so many wrong ones in a row, in milliseconds. */
  waitMs(failures: number): number;
};

/** Long after the longest wait. */
const FORGOTTEN_AFTER_MS = 86_400_000;

/** Who guesses at a key has to wait, whichever server is asked and however often it was restarted. */
export function keyWaitQueries(engine: Engine) {
  return {
    /**
     * Counts a wrong key, together with its events. While the key has to wait, nothing is written, and the result is
     * the remaining wait in milliseconds; else 0.
     */
    refuse: ({ keyId, now, waitMs }: KeyRefusal, events: StorageEvent[]): Promise<number> =>
      engine.write(async (db) => {
        const rows = db.selectFrom("key_waits").selectAll().where("key_id", "=", keyId);
        const before = await rows.executeTakeFirst();
        // its end alone says nothing: the clock of the server that wrote it may be ahead
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

/** Part of the transaction in which somebody has used the right key. */
export async function forgetWait(db: Db, keyId: string): Promise<void> {
  await db.deleteFrom("key_waits").where("key_id", "=", keyId).execute();
}
