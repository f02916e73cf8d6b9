import { DAY_MS } from "#contract/instants.ts";
import type { UnchangedClient } from "../storage/clients/inactive-clients.ts";
import type { Storage } from "../storage/storage.ts";
import { type ClientStores, eraseClient } from "./erase-client.ts";

/**
 * An operator will notice a clock that is wrong for longer than this; less than a day, or nightly restarts would
 * prevent every erasure.
 */
export const SURE_AFTER_MS = 12 * 3_600_000;

/** Clients whose retention has expired, longest ago first; empty if retention is off. `now` is epoch milliseconds. */
export async function listOverdueClients(
  storage: Pick<Storage, "clients">,
  days: number | null,
  now: number,
): Promise<UnchangedClient[]> {
  return days === null ? [] : storage.clients.listInactive(now - days * DAY_MS);
}

type Keeping = {
  /** The days currently in force; null if retention is off and no client is erased. */
  days: () => Promise<number | null>;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Elapsed milliseconds of a monotonic clock, which cannot be set. */
  elapsed: () => number;
};

export type RetentionRunner = {
  /** Erases clients who have been overdue long enough; returns their number, and the number still waiting. */
  apply(): Promise<{ erased: number; waiting: number }>;
};

/**
 * Erases clients whose retention has expired. Erasing is final and a clock can be years ahead, so a client must be
 * overdue at every check for 12 hours of this process.
 */
export function createRetention(erasing: ClientStores, { days, clock, elapsed }: Keeping): RetentionRunner {
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
        // the retention may have changed meanwhile; the next check decides about the remaining clients
        if ((await days()) !== looked) break;
        await eraseClient(erasing, { clientId, at: clock(), by: { actor: "nobody", detail: "retention" } });
        overdueSince.delete(clientId);
        erased++;
      }
      return { erased, waiting: overdueSince.size };
    },
  };
}
