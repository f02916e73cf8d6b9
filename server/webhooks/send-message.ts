import { DELIVERY_TIME_LIMIT_MS } from "#contract/manage/webhooks/webhooks.ts";
import type { EgressPolicy } from "../outgoing/egress-policy.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import { version } from "../runtime/package.ts";
import type { DueDelivery } from "../storage/webhooks/deliveries.ts";
import type { ComposeBody } from "./compose-body.ts";
import { postToWebhook } from "./post.ts";
import { signedHeaders } from "./sign.ts";
import type { DeliveryAttempt } from "./verdict.ts";

/** What sending needs. */
export type WebhookTransport = {
  reach: EgressPolicy;
  compose: ComposeBody;
  /** `dns.lookup`. */
  lookup: Lookup;
  /** Epoch milliseconds. */
  clock: () => number;
  /** A number from 0 to 1, excluding 1. */
  random: () => number;
  timeLimitMs?: number;
};

/** Makes one attempt to send a message, signed with the current time. Rejects only if the database fails. */
export async function sendMessage(
  sending: WebhookTransport,
  due: DueDelivery,
  stopping?: AbortSignal,
): Promise<DeliveryAttempt> {
  const { reach, lookup, clock, compose, timeLimitMs = DELIVERY_TIME_LIMIT_MS } = sending;
  const { messageId, target, attempts } = due;
  const body = await compose(due);
  const at = clock();
  const headers = {
    "content-type": "application/json",
    "user-agent": `Firsthand/${version}`,
    ...signedHeaders({ messageId, body, secrets: target.secrets, at }),
  };
  const limit = AbortSignal.timeout(timeLimitMs);
  const signal = stopping ? AbortSignal.any([stopping, limit]) : limit;
  const began = performance.now();
  const posted = await postToWebhook({ address: target.address, headers, body }, { reach, lookup, signal });
  return { posted, attempts: attempts + 1, at, durationMs: Math.round(performance.now() - began) };
}
