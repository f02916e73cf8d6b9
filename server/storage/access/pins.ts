import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { rowsOf, type Stored } from "../engine/columns.ts";
import type { Engine } from "../engine/engine.ts";
import { hasClient } from "../engine/has-client.ts";
import type { Db } from "../engine/schema.ts";

/** `pinHash`: as text, with all that is needed to verify it. `tries`: since the last right one, those under way too. */
export type StoredPin = Stored<"client_pins">;
export type NewPin = Omit<StoredPin, "tries" | "stoppedAt">;

const { stored: pinOf, row: pinRow } = rowsOf("client_pins");

/** PINs of clients, and how often each was tried. Whatever is found out about a PIN says nothing of its successor. */
export function pinQueries(engine: Engine) {
  return {
    /** In place of an earlier one. False where there is no such client. */
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
     * Counts a try before it is looked at, so that of many at once no more than `max` are. Returns the PIN to look at;
     * undefined if the client has no PIN, or no try is left.
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

    /** For a try that could not be looked at. */
    refundAttempt: (pin: StoredPin): Promise<void> =>
      engine.write(async (db) => {
        await thisPin(db, pin)
          .set((row) => ({ tries: row("tries", "-", 1) }))
          .where("tries", ">", 0)
          .execute();
      }),

    /** It was right, so that the tries begin anew; `moved` is the same PIN made with another pepper. */
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

/** That PIN, and none that was set since. */
function thisPin(db: Db, { clientId, pinHash }: StoredPin) {
  return db.updateTable("client_pins").where("client_id", "=", clientId).where("pin_hash", "=", pinHash);
}

function hashColumns({ pinHash, pepperId }: Pick<NewPin, "pinHash" | "pepperId">) {
  return { pin_hash: pinHash, pepper_id: pepperId };
}
