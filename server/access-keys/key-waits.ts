import { KEY_FAILURES_BEFORE_WAIT, KEY_WAIT_FIRST_MS, KEY_WAIT_MAX_MS } from "#contract/limits.ts";

/** The oldest are forgotten beyond. Other limits let so many through in an hour at most. */
const KEYS_MAX = 12_000;

type Failures = { count: number; waitUntil: number };

/**
 * How long whoever guesses at one access key has to wait, from however many addresses: after ten wrong ones in a row
 * 30 seconds, and twice as long after each further one, up to an hour. Whether there is a key of that id plays no part,
 * and the right one is never asked.
 */
export function createKeyWaits(clock: () => number) {
  const failures = new Map<string, Failures>();
  return {
    /** Counts a wrong key; returns the seconds for which it is not to be looked at, 0 for none. */
    count(keyId: string): number {
      const now = clock();
      const before = failures.get(keyId);
      if (before && before.waitUntil > now) return Math.ceil((before.waitUntil - now) / 1_000);
      const count = (before?.count ?? 0) + 1;
      // the last one counted is the youngest
      failures.delete(keyId);
      failures.set(keyId, { count, waitUntil: now + waitMs(count) });
      const [oldest] = failures.keys();
      if (failures.size > KEYS_MAX && oldest !== undefined) failures.delete(oldest);
      return 0;
    },

    /** Somebody has used the right one. */
    forget(keyId: string): void {
      failures.delete(keyId);
    },
  };
}

function waitMs(count: number): number {
  const beyond = count - KEY_FAILURES_BEFORE_WAIT;
  return beyond < 0 ? 0 : Math.min(KEY_WAIT_MAX_MS, KEY_WAIT_FIRST_MS * 2 ** beyond);
}
