import { DAY_MS } from "#contract/instants.ts";
import type { Storage } from "../storage/storage.ts";

type Announcing = {
  storage: Pick<Storage, "webhooks">;
  /** A client without activity for this many days has stalled. */
  stalledDays: number;
  /** Clients whose last activity was before this time were covered by an earlier run. */
  lookedUntil?: number | undefined;
  clientsAtOnce?: number;
};
/** `lookedUntil` is for the next run; undefined if no active webhook wants these messages. */
export type AnnounceResult = { hasAnnounced: boolean; lookedUntil: number | undefined };

/** Older stalls are not announced, so that a newly added webhook gets no messages about long-stalled clients. */
const NEWS_FOR_DAYS = 2;
/** Small batches, so that no save waits long. */
const CLIENTS_AT_ONCE = 100;

/** Queues messages about clients who have stalled. Each run continues where the previous one ended. */
export async function announceInactive(
  { storage, stalledDays, lookedUntil = 0, clientsAtOnce = CLIENTS_AT_ONCE }: Announcing,
  now: number,
): Promise<AnnounceResult> {
  const before = now - stalledDays * DAY_MS;
  const lastActive = { since: Math.max(before - NEWS_FOR_DAYS * DAY_MS, lookedUntil), before };
  for (let rounds = 0; ; rounds++) {
    const looked = await storage.webhooks.announceInactive({ lastActive, now, limit: clientsAtOnce });
    if (looked === undefined) return { hasAnnounced: rounds > 0, lookedUntil: undefined };
    if (looked < clientsAtOnce) return { hasAnnounced: rounds > 0 || looked > 0, lookedUntil: before };
  }
}
