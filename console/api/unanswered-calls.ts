import { MINUTE_MS } from "#contract/instants.ts";

/** Later, the same call is meant as another one. */
const FOR_MS = 10 * MINUTE_MS;
const unanswered = new Map<string, { key: string; until: number }>();

/**
 * The idempotency key of a call. A call whose answer did not come may have been done: the same once more, soon after, goes under
 * the same key, and is not done twice. `call`: its method, address and body. `now`: epoch milliseconds.
 */
export function keyOfCall(call: string, now: number): string {
  const known = unanswered.get(call);
  if (known && known.until > now) return known.key;
  const key = crypto.randomUUID();
  unanswered.set(call, { key, until: now + FOR_MS });
  return key;
}

/** After its answer. */
export function forgetCall(call: string): void {
  unanswered.delete(call);
}
