import { DAY_MS, isoOf } from "#contract/instants.ts";
import { activeAt, passesFilter } from "../clients/client-conditions.ts";
import { NO_VIEW } from "../clients/managed-clients.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { webhookOutbox } from "../outbox/webhook-outbox.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";

/**
 * A range of times of last activity: clients with a later one are still active, and earlier ones are too old to
 * announce.
 */
export type LastActive = { since: number; before: number };

type InactiveQuery = { lastActive: LastActive; now: number; limit: number };

export function inactiveNoticeQueries(engine: Engine, seals: DataKeyring) {
  const outbox = webhookOutbox(engine, seals);

  /** Checks again in the transaction: a client may just have returned, and another server may have been first. */
  async function announce(db: Db, clientIds: string[], { lastActive, now }: InactiveQuery): Promise<void> {
    const rows = await selectUnannounced(db, lastActive)
      .where("clients.client_id", "in", clientIds)
      .execute();
    for (const { client_id: clientId, active_at } of rows) {
      const lastActiveAt = Number(active_at);
      await db
        .updateTable("clients")
        .set({ inactive_since: lastActiveAt })
        .where("client_id", "=", clientId)
        .execute();
      await outbox.tell(db, {
        kind: "client.inactive",
        clientId,
        at: now,
        lastActiveAt: isoOf(lastActiveAt),
        inactiveDays: Math.floor((now - lastActiveAt) / DAY_MS),
      });
    }
  }

  return {
    /**
     * Sends one message for each client's period of inactivity, for up to `limit` clients. Returns how many clients it
     * checked; undefined if no active webhook wants these messages.
     */
    announceInactive: async (announcing: InactiveQuery): Promise<number | undefined> => {
      const { lastActive, limit } = announcing;
      const clientIds = await engine.readAside(async (db) => {
        if (!(await outbox.isHeard(db, "client.inactive"))) return undefined;
        const rows = await selectUnannounced(db, lastActive)
          .innerJoin(activeThen(db, lastActive).as("active"), "active.client_id", "clients.client_id")
          .orderBy("clients.client_id")
          .limit(limit)
          .execute();
        return rows.map(({ client_id }) => client_id);
      });
      if (clientIds && clientIds.length > 0) await engine.write((db) => announce(db, clientIds, announcing));
      return clientIds?.length;
    },
  };
}

/**
 * Clients who saved or were seen in this range, found by indexes; some of them were active again later. The newest
 * revision is the record's.
 */
function activeThen(db: Db, { since, before }: LastActive) {
  const saved = db.selectFrom("revisions").select("client_id");
  const seen = db.selectFrom("clients").select("client_id");
  return saved
    .where("saved_at", ">=", since)
    .where("saved_at", "<", before)
    .union(seen.where("last_seen_at", ">=", since).where("last_seen_at", "<", before));
}

/** Clients whom the list shows as stalled. */
function selectUnannounced(db: Db, { since, before }: LastActive) {
  return db
    .selectFrom("clients")
    .leftJoin("records", "records.client_id", "clients.client_id")
    .select(["clients.client_id", activeAt.as("active_at")])
    .where("clients.erased_at", "is", null)
    .where(passesFilter("stalled", { ...NO_VIEW, activeBefore: before }))
    .where(activeAt, ">=", since)
    .where(({ eb, or }) =>
      or([eb("clients.inactive_since", "is", null), eb("clients.inactive_since", "<>", activeAt)]),
    );
}
