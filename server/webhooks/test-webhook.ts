import { TEST_KIND } from "#contract/manage/webhooks/webhook-messages.ts";
import type { Delivery } from "#contract/manage/webhooks/webhooks.ts";
import { CatalogError } from "../http/errors.ts";
import { eventOf } from "../managers/actor.ts";
import { bodyOf, newMessageId } from "../storage/outbox/webhook-outbox.ts";
import type { WebhookContext } from "./manage-webhooks.ts";
import { sendMessage, type WebhookTransport } from "./send-message.ts";
import { verdictOf } from "./verdict.ts";
import { toDeliveryView } from "./webhook-view.ts";

/** A person waits for the result, and the browser's call times out after ten seconds. */
const TEST_TIME_LIMIT_MS = 8_000;

/**
 * Sends one `webhook.test` message now, even if the webhook is off, and returns the result. The delivery is logged only
 * afterwards, because it is about no stored event: an interrupted test leaves nothing behind.
 */
export async function testWebhook(
  { storage, actor }: Pick<WebhookContext, "storage" | "actor">,
  sending: WebhookTransport,
  webhookId: string,
): Promise<Delivery> {
  const now = actor.at;
  const target = await storage.webhooks.findTarget(webhookId, now);
  if (!target) throw new CatalogError("NOT_FOUND");
  const messageId = newMessageId();
  const body = bodyOf({ type: TEST_KIND, at: now, data: { webhookId } });
  const limited = { timeLimitMs: TEST_TIME_LIMIT_MS, ...sending };
  const due = { messageId, target, kind: TEST_KIND, clientId: null, revision: null, body, attempts: 0 };
  const tried = await sendMessage(limited, due);
  const verdict = verdictOf(tried, sending.random).result;
  const state = verdict.state === "delivered" ? ("delivered" as const) : ("given-up" as const);
  const result = { ...verdict, state, nextAt: null };
  const message = { messageId, webhookId, kind: TEST_KIND, body, createdAt: now };
  await storage.deliveries.addSent(message, result, [
    eventOf(actor, "webhook.tested", { detail: webhookId }),
  ]);
  return toDeliveryView({ messageId, kind: TEST_KIND, clientId: null, createdAt: now, ...result });
}
