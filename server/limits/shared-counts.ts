import { hashSecret, type Secrets } from "../access-keys/secrets.ts";
import type { Storage } from "../storage/storage.ts";

/** How much was counted in a window, and how long that lasts, in milliseconds. */
export type Counted = { current: number; ttl: number };
type Window = { max: number; windowMs: number };

/** What this server may still count without the database. */
type Held = { next: number; last: number; endsAt: number };

/** The oldest are forgotten beyond, and taken from the database anew. */
const HELD_MAX = 5_000;
/** A limit is taken from the database in so many parts; one that is smaller than this, one by one. */
const PARTS = 10;
const SMALL = 100;

type Counting = {
  limits: Pick<Storage["limits"], "countUp" | "read">;
  secrets: Secrets;
  clock: () => number;
};

/**
 * Counts that servers on one database keep together. Of a large limit a server takes a tenth at a time, so that most
 * requests cost no query; what several servers hold and do not use is lost to the caller until the window ends, and the
 * limit is never exceeded. A window that is used up is remembered here, so that further requests cost no query either.
 */
export function createSharedCounts({ limits, secrets, clock }: Counting) {
  const held = new Map<string, Held>();
  const asking = new Map<string, Promise<unknown>>();

  /** The database never sees from which addresses requests come. */
  const nameOf = (key: string) => hashSecret(secrets, secrets.currentPepper, key) ?? "";

  function heldNow(key: string, now: number): Held | undefined {
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
    async count(key: string, window: Window): Promise<Counted> {
      for (;;) {
        const now = clock();
        const mine = heldNow(key, now);
        if (mine && mine.next <= mine.last) return { current: mine.next++, ttl: mine.endsAt - now };
        if (mine && mine.last >= window.max) return { current: window.max + 1, ttl: mine.endsAt - now };
        // requests that come together take one part together
        const asked = asking.get(key) ?? takeMore(key, window).finally(() => asking.delete(key));
        asking.set(key, asked);
        await asked;
      }
    },

    async look(key: string): Promise<Counted> {
      const now = clock();
      const { used, endsAt } = await limits.read(nameOf(key), now);
      return { current: used, ttl: Math.max(0, endsAt - now) };
    },
  };
}
