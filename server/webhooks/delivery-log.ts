import {
  DELIVERIES_PER_PAGE,
  type DeliveryPage,
  type RetryResult,
} from "#contract/manage/webhooks/webhooks.ts";
import { CatalogError } from "../http/errors.ts";
import { type PageOptions, pageOf } from "../http/paging.ts";
import { eventOf } from "../managers/actor.ts";
import type { Storage } from "../storage/storage.ts";
import type { DeliveryCursor, DeliveryName } from "../storage/webhooks/deliveries.ts";
import { invalid, type WebhookContext, webhookOrError } from "./manage-webhooks.ts";
import { toDeliveryView } from "./webhook-view.ts";

const CURSOR = /^(\d{1,15})_(msg_[\da-f-]{36})$/;

/** One page, newest first. Throws CatalogError for an invalid cursor. */
export async function listDeliveries(
  storage: Pick<Storage, "webhooks" | "deliveries">,
  webhookId: string,
  { after, limit = DELIVERIES_PER_PAGE }: PageOptions = {},
): Promise<DeliveryPage> {
  const cursor = after === undefined ? undefined : cursorOf(after);
  await webhookOrError(storage, webhookId);
  const found = await storage.deliveries.list(webhookId, { after: cursor, limit: limit + 1 });
  const { rows, next } = pageOf(found, limit, ({ createdAt, messageId }) => `${createdAt}_${messageId}`);
  return { deliveries: rows.map(toDeliveryView), next };
}

/** Sends a message again at once, with a full set of attempts and the same id. */
export async function redeliver(
  { storage, actor }: Pick<WebhookContext, "storage" | "actor">,
  { webhookId, messageId }: DeliveryName,
): Promise<void> {
  const event = eventOf(actor, "webhook.redelivered", { detail: `${webhookId} ${messageId}` });
  const outcome = await storage.deliveries.redeliver({ webhookId, messageId, at: actor.at }, [event]);
  if (outcome === "missing") throw new CatalogError("NOT_FOUND");
  if (outcome === "off") throw switchedOff();
}

/** Sends every undelivered message at once, each with a full set of attempts. */
export async function retryDeliveries(
  { storage, actor }: Pick<WebhookContext, "storage" | "actor">,
  webhookId: string,
): Promise<RetryResult> {
  const event = eventOf(actor, "webhook.retried", { detail: webhookId });
  const queued = await storage.webhooks.retry({ webhookId, at: actor.at }, [event]);
  if (queued === "missing") throw new CatalogError("NOT_FOUND");
  if (queued === "off") throw switchedOff();
  return { queued };
}

function switchedOff(): CatalogError {
  return invalid("webhookId", "The webhook is switched off. Switch it on first");
}

function cursorOf(text: string): DeliveryCursor {
  const [, createdAt, messageId] = CURSOR.exec(text) ?? [];
  if (createdAt === undefined || messageId === undefined) {
    throw invalid("after", 'Expected the "next" of the page before');
  }
  return { createdAt: Number(createdAt), messageId };
}
