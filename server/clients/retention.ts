import { DAY_MS } from "#contract/instants.ts";
import type { UnchangedClient } from "../storage/clients/inactive-clients.ts";
import type { Storage } from "../storage/storage.ts";
import { type Erasing, eraseClient } from "./erase-client.ts";

/** A clock that is wrong for longer than this is an operator's to see; shorter than a day, or a nightly restart would keep all. */
export const SURE_AFTER_MS = 12 * 3_600_000;

/** Clients whose time is over, longest ago first; empty where retention is off. `now` is epoch milliseconds. */
export async function listOverdueClients(
  storage: Pick<Storage, "clients">,
  days: number | null,
  now: number,
): Promise<UnchangedClient[]> {
  return days === null ? [] : storage.clients.listInactive(now - days * DAY_MS);
}

type Keeping = {
  /** As they are in force now; null where retention is off: all clients stay. */
  days: () => Promise<number | null>;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Milliseconds that have passed, by a clock that nobody can set. */
  elapsed: () => number;
};

export type Retention = {
  /** Erases clients who have been overdue for long enough; returns how many, and how many are still waiting. */
  apply(): Promise<{ erased: number; waiting: number }>;
};

/**
 * Erases clients whose time is over. What is gone cannot be brought back, and a clock can be years ahead: so they have
 * to be overdue at each look for 12 hours of this very process.
 */
export function createRetention(erasing: Erasing, { days, clock, elapsed }: Keeping): Retention {
  let overdueSince = new Map<string, number>();

  return {
    async apply() {
      const now = elapsed();
      const looked = await days();
      const overdue = await listOverdueClients(erasing.storage, looked, clock());
      overdueSince = new Map(overdue.map(({ clientId }) => [clientId, overdueSince.get(clientId) ?? now]));
      const sure = [...overdueSince].filter(([, since]) => now - since >= SURE_AFTER_MS);
      let erased = 0;
      for (const [clientId] of sure) {
        // who is left may be allowed to stay now: the next look finds out
        if ((await days()) !== looked) break;
        await eraseClient(erasing, { clientId, at: clock(), by: { actor: "nobody", detail: "retention" } });
        overdueSince.delete(clientId);
        erased++;
      }
      return { erased, waiting: overdueSince.size };
    },
  };
}
