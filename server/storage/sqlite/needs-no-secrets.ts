import type { Engine } from "../engine/engine.ts";

/** Whether nothing is in the database that was made with a master key or a pepper. */
export function needsNoSecrets({ read }: Engine): Promise<boolean> {
  return read(async (db) => {
    const dataKey = await db.selectFrom("data_keys").select("owner").limit(1).executeTakeFirst();
    const accessKey = await db.selectFrom("access_keys").select("key_id").limit(1).executeTakeFirst();
    return dataKey === undefined && accessKey === undefined;
  });
}
