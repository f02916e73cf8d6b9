import type { Engine } from "../engine/engine.ts";
import type { DataKeyring } from "./data-keys.ts";

/** How many data keys a master key wraps. */
export type MasterKeyUse = { masterKeyId: string; dataKeys: number };

export function masterKeyQueries(engine: Engine, seals: DataKeyring) {
  return {
    /** By id. */
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
     * Wraps up to `limit` data keys by the current master key that others wrap; returns how many. What they seal stays
     * as it is.
     */
    rewrapDataKeys: (limit: number): Promise<number> => engine.write((db) => seals.rewrap(db, limit)),
  };
}
