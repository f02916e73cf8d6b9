import { TEST_KIND } from "#contract/manage/webhooks/webhook-messages.ts";
import type { Delivery } from "#contract/manage/webhooks/webhooks.ts";
import { CatalogueError } from "../http/errors.ts";
import { eventOf } from "../managers/actor.ts";
import { bodyOf, newMessageId } from "../storage/outbox/webhook-outbox.ts";
import type { WebhookActing } from "./manage-webhooks.ts";
import { sendMessage, type Transport } from "./send-message.ts";
import { verdictOf } from "./verdict.ts";
import { toDeliveryView } from "./webhook-view.ts";

/** The person who presses the button waits for it, and a call of the browser ends after ten seconds. */
const TEST_TIME_LIMIT_MS = 8_000;

/**
 * Sends a message of kind `webhook.test`, once and now, to one that is switched off too, and tells what came of it. It
 * tells of nothing that was stored, so it is written to the log afterwards: what is interrupted leaves nothing.
 */
export async function testWebhook(
  { storage, actor }: Pick<WebhookActing, "storage" | "actor">,
  sending: Transport,
  webhookId: string,
): Promise<Delivery> {
  const now = actor.at;
  const target = await storage.webhooks.findTarget(webhookId, now);
  if (!target) throw new CatalogueError("NOT_FOUND");
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
