import { KEY_FAILURES_BEFORE_WAIT, KEY_WAIT_FIRST_MS, KEY_WAIT_MAX_MS } from "#contract/limits.ts";

/**
 * How long whoever guesses at one access key has to wait, from however many addresses: after ten wrong ones in a row
 * 30 seconds, and twice as long after each further one, up to an hour. Whether there is a key of that id plays no part,
 * and the right one is never asked.
 */
export function waitMsAfter(failures: number): number {
  const beyond = failures - KEY_FAILURES_BEFORE_WAIT;
  return beyond < 0 ? 0 : Math.min(KEY_WAIT_MAX_MS, KEY_WAIT_FIRST_MS * 2 ** beyond);
}
