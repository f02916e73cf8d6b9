import type { Engine } from "../engine/engine.ts";
import type { DataKeyring } from "./data-keys.ts";

/** How many data keys a master key wraps. */
export type MasterKeyUse = { masterKeyId: string; dataKeys: number };

export function masterKeyQueries(engine: Engine, seals: DataKeyring) {
  return {
    /** Sorted by the master key's id. */
    listMasterKeyUses: (): Promise<MasterKeyUse[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("data_keys")
          .select(({ fn }) => ["master_key_id", fn.countAll().as("count")])
          .groupBy("master_key_id")
          .orderBy("master_key_id")
          .execute();
        return rows.map((row) => ({ masterKeyId: row.master_key_id, dataKeys: Number(row.count) }));
      }),

    /**
     * Rewraps up to `limit` data keys of other master keys with the current one; returns how many. The sealed data does
     * not change.
     */
    rewrapDataKeys: (limit: number): Promise<number> => engine.write((db) => seals.rewrap(db, limit)),
  };
}
