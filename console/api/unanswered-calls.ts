import { MINUTE_MS } from "#contract/instants.ts";
import { newId } from "../../web/ui/new-id.ts";

/** After this time, the same call counts as a new one. */
const FOR_MS = 10 * MINUTE_MS;
const unanswered = new Map<string, { key: string; until: number }>();

/**
 * The idempotency key of a call. A call without an answer may have been executed, so the same call soon afterward gets
 * the same key and is not executed twice. `call`: its method, address and body. `now`: epoch milliseconds.
 */
export function keyOfCall(call: string, now: number): string {
  const known = unanswered.get(call);
  if (known && known.until > now) return known.key;
  const key = newId();
  unanswered.set(call, { key, until: now + FOR_MS });
  return key;
}

/** Called once the call has an answer. */
export function forgetCall(call: string): void {
  unanswered.delete(call);
}
