import { DELIVERIES_PER_PAGE, type DeliveryPage } from "#contract/manage/webhooks/webhooks.ts";
import { CatalogueError } from "../http/errors.ts";
import { eventOf } from "../managers/actor.ts";
import type { Storage } from "../storage/storage.ts";
import type { DeliveryCursor, DeliveryName } from "../storage/webhooks/deliveries.ts";
import { invalid, type WebhookActing, webhookOrError } from "./manage-webhooks.ts";
import { toDeliveryView } from "./webhook-view.ts";

const CURSOR = /^(\d{1,15})_(msg_[\da-f-]{36})$/;

/** One page, newest first; `from` is the `next` of the page before. Throws what the catalogue says of a wrong one. */
export async function listDeliveries(
  storage: Pick<Storage, "webhooks" | "deliveries">,
  webhookId: string,
  from?: string,
): Promise<DeliveryPage> {
  const after = from === undefined ? undefined : cursorOf(from);
  await webhookOrError(storage, webhookId);
  // one more, to know whether there is a next page
  const found = await storage.deliveries.list(webhookId, { after, limit: DELIVERIES_PER_PAGE + 1 });
  const shown = found.slice(0, DELIVERIES_PER_PAGE);
  const last = shown.at(-1);
  const hasMore = found.length > shown.length;
  return {
    deliveries: shown.map(toDeliveryView),
    next: hasMore && last ? `${last.createdAt}_${last.messageId}` : null,
  };
}

/** Sends a message once more, at once and with all its tries, under the same id. */
export async function redeliver(
  { storage, actor }: Pick<WebhookActing, "storage" | "actor">,
  { webhookId, messageId }: DeliveryName,
): Promise<void> {
  const event = eventOf(actor, "webhook.redelivered", { detail: `${webhookId} ${messageId}` });
  const outcome = await storage.deliveries.redeliver({ webhookId, messageId, at: actor.at }, [event]);
  if (outcome === "missing") throw new CatalogueError("NOT_FOUND");
  if (outcome === "off") throw invalid("webhookId", "The webhook is switched off. Switch it on first");
}

function cursorOf(text: string): DeliveryCursor {
  const [, createdAt, messageId] = CURSOR.exec(text) ?? [];
  if (createdAt === undefined || messageId === undefined) {
    throw invalid("from", 'Expected the "next" of the page before');
  }
  return { createdAt: Number(createdAt), messageId };
}
