import type { Engine } from "../engine/engine.ts";

/**
 * Who was erased, in the database itself: servers that share it have no folder in common. Before a backup takes its
 * place, the table is carried over by hand.
 */
export function erasedClients(engine: Engine) {
  return {
    add: (clientId: string, at: number): Promise<void> =>
      engine.write(async (db) => {
        const row = { client_id: clientId, erased_at: at };
        await db
          .insertInto("erased_clients")
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }),
    ids: (): Promise<string[]> =>
      engine.read(async (db) => {
        const rows = await db.selectFrom("erased_clients").select("client_id").orderBy("erased_at").execute();
        return rows.map((row) => row.client_id);
      }),
  };
}
