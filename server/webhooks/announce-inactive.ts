import { DAY_MS } from "#contract/instants.ts";
import type { Storage } from "../storage/storage.ts";

type Announcing = {
  storage: Pick<Storage, "webhooks">;
  /** After so many days without activity, a client has stalled. */
  stalledDays: number;
  clientsAtOnce?: number;
};

/** Who stalled earlier is no news: of a long standstill, a webhook that was just added hears nothing. */
const NEWS_FOR_DAYS = 2;
/** So few that no save waits long behind them. */
const CLIENTS_AT_ONCE = 100;

/** Writes the messages about clients who have stalled. Says whether there may be one. */
export async function announceInactive(
  { storage, stalledDays, clientsAtOnce = CLIENTS_AT_ONCE }: Announcing,
  now: number,
): Promise<boolean> {
  const before = now - stalledDays * DAY_MS;
  const lastActive = { since: before - NEWS_FOR_DAYS * DAY_MS, before };
  for (let rounds = 0; ; rounds++) {
    const looked = await storage.webhooks.announceInactive({ lastActive, now, limit: clientsAtOnce });
    if (looked < clientsAtOnce) return rounds > 0 || looked > 0;
  }
}
