import { DAY_MS } from "#contract/instants.ts";
import type { Storage } from "../storage/storage.ts";

type Announcing = {
  storage: Pick<Storage, "webhooks">;
  /** After so many days without activity, a client has stalled. */
  stalledDays: number;
  /** An earlier look has seen whose last activity was before. */
  lookedUntil?: number | undefined;
  clientsAtOnce?: number;
};
/** `lookedUntil`: for the next look; undefined where no webhook is on for it. */
export type Look = { hasAnnounced: boolean; lookedUntil: number | undefined };

/** Who stalled earlier is no news: of a long standstill, a webhook that was just added hears nothing. */
const NEWS_FOR_DAYS = 2;
/** So few that no save waits long behind them. */
const CLIENTS_AT_ONCE = 100;

/** Writes the messages about clients who have stalled. Each look begins where the one before it ended. */
export async function announceInactive(
  { storage, stalledDays, lookedUntil = 0, clientsAtOnce = CLIENTS_AT_ONCE }: Announcing,
  now: number,
): Promise<Look> {
  const before = now - stalledDays * DAY_MS;
  const lastActive = { since: Math.max(before - NEWS_FOR_DAYS * DAY_MS, lookedUntil), before };
  for (let rounds = 0; ; rounds++) {
    const looked = await storage.webhooks.announceInactive({ lastActive, now, limit: clientsAtOnce });
    if (looked === undefined) return { hasAnnounced: rounds > 0, lookedUntil: undefined };
    if (looked < clientsAtOnce) return { hasAnnounced: rounds > 0 || looked > 0, lookedUntil: before };
  }
}
