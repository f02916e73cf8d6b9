import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { rowsOf, type StoredRow } from "../engine/columns.ts";
import type { Engine } from "../engine/engine.ts";
import { hasClient } from "../engine/has-client.ts";
import type { Db } from "../engine/schema.ts";

/** `pinHash`: text with all parameters for verifying. `tries`: since the last right PIN, including tries under way. */
export type StoredPin = StoredRow<"client_pins">;
export type NewPin = Omit<StoredPin, "tries" | "stoppedAt">;

const { stored: pinOf, row: pinRow } = rowsOf("client_pins");

/** Clients' PINs and their tries. A result for one PIN never applies to a PIN that was set later. */
export function pinQueries(engine: Engine) {
  return {
    /** Replaces an earlier PIN. False if there is no such client. */
    put: (pin: NewPin, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        if (!(await hasClient(db, pin.clientId))) return false;
        const row = pinRow({ ...pin, tries: 0, stoppedAt: null });
        await db
          .insertInto("client_pins")
          .values(row)
          .onConflict((conflict) => conflict.column("client_id").doUpdateSet(row))
          .execute();
        await insertEvents(db, events);
        return true;
      }),

    /** False if the client has no PIN. */
    remove: (clientId: string, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        const removed = await db
          .deleteFrom("client_pins")
          .where("client_id", "=", clientId)
          .executeTakeFirst();
        if (removed.numDeletedRows > 0n) await insertEvents(db, events);
        return removed.numDeletedRows > 0n;
      }),

    find: (clientId: string): Promise<StoredPin | undefined> =>
      engine.read(async (db) => {
        const pin = db.selectFrom("client_pins").selectAll().where("client_id", "=", clientId);
        const row = await pin.executeTakeFirst();
        return row && pinOf(row);
      }),

    /**
     * Counts a try before it is checked, so that of many concurrent tries at most `max` are checked. Returns the PIN to
     * check; undefined if the client has no PIN or no try left.
     */
    reserveAttempt: (clientId: string, max: number): Promise<StoredPin | undefined> =>
      engine.write(async (db) => {
        const row = await db
          .updateTable("client_pins")
          .set((pin) => ({ tries: pin("tries", "+", 1) }))
          .where("client_id", "=", clientId)
          .where("tries", "<", max)
          .returningAll()
          .executeTakeFirst();
        return row && pinOf(row);
      }),

    /** For a try that could not be checked. */
    refundAttempt: (pin: StoredPin): Promise<void> =>
      engine.write(async (db) => {
        await thisPin(db, pin)
          .set((row) => ({ tries: row("tries", "-", 1) }))
          .where("tries", ">", 0)
          .execute();
      }),

    /** Resets the tries after a right PIN; `moved` is the same PIN hashed with another pepper. */
    accept: (pin: StoredPin, moved?: Pick<NewPin, "pinHash" | "pepperId">): Promise<void> =>
      engine.write(async (db) => {
        const set = { tries: 0, stopped_at: null, ...(moved && hashColumns(moved)) };
        await thisPin(db, pin).set(set).execute();
      }),

    stop: (pin: StoredPin, at: number, events: StorageEvent[]): Promise<void> =>
      engine.write(async (db) => {
        await thisPin(db, pin).set({ stopped_at: at }).execute();
        await insertEvents(db, events);
      }),
  };
}

/** Matches only that PIN, not one set since. */
function thisPin(db: Db, { clientId, pinHash }: StoredPin) {
  return db.updateTable("client_pins").where("client_id", "=", clientId).where("pin_hash", "=", pinHash);
}

function hashColumns({ pinHash, pepperId }: Pick<NewPin, "pinHash" | "pepperId">) {
  return { pin_hash: pinHash, pepper_id: pepperId };
}
