import type { Engine } from "../engine/engine.ts";
import type { ErasedClient, ErasedList } from "./erased-list.ts";

/**
 * The list of erased clients in the database, since servers that share a database have no common folder. An operator
 * copies the table by hand before replacing the database with a backup.
 */
export function erasedClients(engine: Engine) {
  const addAll = (clients: ErasedClient[]): Promise<void> =>
    engine.write(async (db) => {
      for (const { clientId, erasedAt } of clients) {
        await db
          .insertInto("erased_clients")
          .values({ client_id: clientId, erased_at: erasedAt })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    });
  const entries = (): Promise<ErasedClient[]> =>
    engine.read(async (db) => {
      const rows = await db.selectFrom("erased_clients").selectAll().orderBy("erased_at").execute();
      return rows.map((row) => ({ clientId: row.client_id, erasedAt: row.erased_at }));
    });
  return {
    add: (clientId, erasedAt) => addAll([{ clientId, erasedAt }]),
    addAll,
    entries,
    ids: async () => (await entries()).map(({ clientId }) => clientId),
  } satisfies ErasedList;
}
