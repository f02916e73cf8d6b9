import type { Engine } from "../engine/engine.ts";

export type UnchangedClient = {
  clientId: string;
  name: string;
  /** The latest of: being added, the last save, the newest key, the last sign-in, the newest take. */
  lastChangeAt: number;
};

export function inactiveClientQueries(engine: Engine) {
  return {
    /** Clients without a change since `before`, the longest unchanged first. */
    listInactive: (before: number): Promise<UnchangedClient[]> =>
      engine.readAside(async (db) => {
        const changes = db
          .selectFrom("clients")
          .select(["client_id", "created_at as at"])
          .unionAll(db.selectFrom("records").select(["client_id", "saved_at as at"]))
          // only lasting keys count: a reminder also makes a key, which is no sign of the client
          .unionAll(
            db
              .selectFrom("access_keys")
              .select(["client_id", "created_at as at"])
              .where("kind", "=", "lasting"),
          )
          .unionAll(
            db
              .selectFrom("access_keys")
              .select(["client_id", "last_used_at as at"])
              .where("last_used_at", "is not", null)
              .$narrowType<{ at: number }>(),
          )
          .unionAll(db.selectFrom("takes").select(["client_id", "created_at as at"]));
        const rows = await db
          .selectFrom("clients")
          .innerJoin(changes.as("changes"), "changes.client_id", "clients.client_id")
          .select(["clients.client_id", "clients.name"])
          .select(({ fn }) => fn.max("changes.at").as("last_change_at"))
          .where("clients.erased_at", "is", null)
          .groupBy(["clients.client_id", "clients.name"])
          .having(({ fn }) => fn.max("changes.at"), "<", before)
          .orderBy("last_change_at")
          .orderBy("clients.client_id")
          .execute();
        return rows.map((row) => ({
          clientId: row.client_id,
          name: row.name,
          lastChangeAt: Number(row.last_change_at),
        }));
      }),
  };
}
