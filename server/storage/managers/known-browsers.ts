import { insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";

/** `browserHash`: SHA-256 of the browser's cookie, hex. */
export type KnownBrowser = { managerId: string; browserHash: string };
/** `first`: the account had no known browser before. */
export type BrowserVerdict = "known" | "new" | "first";

export function knownBrowserQueries(engine: Engine) {
  return {
    /** Stores a browser that an account has signed in with, and returns whether the account had used it before. */
    noteBrowser: ({ managerId, browserHash, at }: KnownBrowser & { at: number }): Promise<BrowserVerdict> =>
      engine.write(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable("known_browsers")
          .set({ last_used_at: at })
          .where("manager_id", "=", managerId)
          .where("browser_hash", "=", browserHash)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) return "known";
        const verdict = (await hasAny(db, managerId)) ? "new" : "first";
        await db
          .insertInto("known_browsers")
          .values({
            manager_id: managerId,
            browser_hash: browserHash,
            last_used_at: at,
            label: null,
          } satisfies Tables["known_browsers"])
          .execute();
        return verdict;
      }),

    isKnownBrowser: ({ managerId, browserHash }: KnownBrowser): Promise<boolean> =>
      engine.read(async (db) => {
        const known = db.selectFrom("known_browsers").select("label").where("manager_id", "=", managerId);
        return (await known.where("browser_hash", "=", browserHash).executeTakeFirst()) !== undefined;
      }),

    /** Sets the owner's name for a browser; null removes it. False if the account does not know the browser. */
    nameBrowser: (
      { managerId, browserHash, label }: KnownBrowser & { label: string | null },
      events: StorageEvent[],
    ): Promise<boolean> =>
      engine.write(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable("known_browsers")
          .set({ label })
          .where("manager_id", "=", managerId)
          .where("browser_hash", "=", browserHash)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await insertEvents(db, events);
        return true;
      }),

    /** Deletes browsers whose cookie has expired. */
    dropOldBrowsers: (before: number): Promise<void> =>
      engine.write(async (db) => {
        await db.deleteFrom("known_browsers").where("last_used_at", "<", before).execute();
      }),
  };
}

async function hasAny(db: Db, managerId: string): Promise<boolean> {
  const known = db.selectFrom("known_browsers").select("browser_hash").where("manager_id", "=", managerId);
  return (await known.limit(1).executeTakeFirst()) !== undefined;
}
