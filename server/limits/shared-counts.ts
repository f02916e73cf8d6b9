import { hashSecret, type Secrets } from "../access-keys/secrets.ts";
import type { Storage } from "../storage/storage.ts";

/** The count in a window, and the milliseconds until the window ends. */
export type WindowCount = { current: number; ttl: number };
type Window = { max: number; windowMs: number };

/** The part of a limit that this server may use without asking the database. */
type ReservedCounts = { next: number; last: number; endsAt: number };

/** Beyond this number the oldest are dropped, and taken from the database again when needed. */
const HELD_MAX = 5_000;
/** A server takes one tenth of a limit at a time from the database; limits below SMALL are taken one by one. */
const PARTS = 10;
const SMALL = 100;

type Counting = {
  limits: Pick<Storage["limits"], "countUp" | "read">;
  secrets: Secrets;
  clock: () => number;
};

/**
 * Counts shared by servers on one database. A server takes a tenth of a large limit at a time, so that most requests
 * need no query. What a server has taken and not used is unavailable until the window ends; the limit is never
 * exceeded. Exhausted windows are cached here, so that further requests need no query.
 */
export function createSharedCounts({ limits, secrets, clock }: Counting) {
  const held = new Map<string, ReservedCounts>();
  const asking = new Map<string, Promise<unknown>>();

  /** Hashed, so that the database never contains the addresses of callers. */
  const nameOf = (key: string) => hashSecret(secrets, secrets.currentPepper, key) ?? "";

  function heldNow(key: string, now: number): ReservedCounts | undefined {
    const found = held.get(key);
    return found && found.endsAt > now ? found : undefined;
  }

  async function takeMore(key: string, { max, windowMs }: Window): Promise<void> {
    const by = max < SMALL ? 1 : Math.ceil(max / PARTS);
    const { used, endsAt } = await limits.countUp(nameOf(key), { by, now: clock(), windowMs });
    const [oldest] = held.keys();
    if (held.size >= HELD_MAX && oldest !== undefined) held.delete(oldest);
    held.delete(key);
    held.set(key, { next: used - by + 1, last: Math.min(used, max), endsAt });
  }

  return {
    async count(key: string, window: Window): Promise<WindowCount> {
      for (;;) {
        const now = clock();
        const mine = heldNow(key, now);
        if (mine && mine.next <= mine.last) return { current: mine.next++, ttl: mine.endsAt - now };
        if (mine && mine.last >= window.max) return { current: window.max + 1, ttl: mine.endsAt - now };
        // single flight: simultaneous requests share one query
        const asked = asking.get(key) ?? takeMore(key, window).finally(() => asking.delete(key));
        asking.set(key, asked);
        await asked;
      }
    },

    async look(key: string): Promise<WindowCount> {
      const now = clock();
      const { used, endsAt } = await limits.read(nameOf(key), now);
      return { current: used, ttl: Math.max(0, endsAt - now) };
    },
  };
}
