import type { Engine } from "../engine/engine.ts";
import type { StoredKey } from "../storage.ts";

/** What needs a pepper. */
export type PepperUse = {
  pepperId: string;
  /** Live keys. */
  keys: number;
  pins: number;
  /** When the last of those keys ends by itself; null where there is none. */
  lastExpiresAt: number | null;
};

/** Which secrets were made with which pepper. */
export function pepperQueries(engine: Engine) {
  return {
    /** By id; a pepper that nothing needs is not among them. Keys that are revoked or expired need none. */
    listPepperUses: (now: number): Promise<PepperUse[]> =>
      engine.read(async (db) => {
        const keys = await db
          .selectFrom("access_keys")
          .select(({ fn }) => [
            "pepper_id",
            fn.countAll<number>().as("count"),
            fn.max("expires_at").as("last"),
          ])
          .where("revoked_at", "is", null)
          .where("expires_at", ">", now)
          .groupBy("pepper_id")
          .execute();
        const pins = await db
          .selectFrom("client_pins")
          .select(({ fn }) => ["pepper_id", fn.countAll<number>().as("count")])
          .groupBy("pepper_id")
          .execute();
        const ids = new Set([...keys, ...pins].map(({ pepper_id }) => pepper_id));
        return [...ids].sort().map((pepperId) => {
          const ofKeys = keys.find(({ pepper_id }) => pepper_id === pepperId);
          const ofPins = pins.find(({ pepper_id }) => pepper_id === pepperId);
          return {
            pepperId,
            // PostgreSQL counts in texts
            keys: Number(ofKeys?.count ?? 0),
            pins: Number(ofPins?.count ?? 0),
            lastExpiresAt: ofKeys ? Number(ofKeys.last) : null,
          };
        });
      }),

    /** The same key made with another pepper, unless it has been already. */
    moveKey: ({ keyId, secretHash }: StoredKey, moved: Pick<StoredKey, "secretHash" | "pepperId">) =>
      engine.write(async (db) => {
        await db
          .updateTable("access_keys")
          .set({ secret_hash: moved.secretHash, pepper_id: moved.pepperId })
          .where("key_id", "=", keyId)
          .where("secret_hash", "=", secretHash)
          .execute();
      }),
  };
}
