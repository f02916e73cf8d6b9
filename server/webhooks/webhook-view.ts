import { isoOf } from "#contract/instants.ts";
import type { Delivery, Webhook } from "#contract/manage/webhooks/webhooks.ts";
import type { ListedDelivery } from "../storage/webhooks/deliveries.ts";
import type { StoredWebhook } from "../storage/webhooks/webhooks.ts";

/** A webhook as the calls answer it. */
export function toWebhookView({
  offAt,
  createdAt,
  previousSecretUntil,
  failing,
  ...webhook
}: StoredWebhook): Webhook {
  return {
    ...webhook,
    failing: failing && { ...failing, since: isoOf(failing.since) },
    createdAt: isoOf(createdAt),
    isOn: offAt === null,
    offAt: isoOf(offAt),
    previousSecretUntil: isoOf(previousSecretUntil),
  };
}

/** A line of the delivery log as the calls answer it. */
export function toDeliveryView({ createdAt, nextAt, lastAt, ...delivery }: ListedDelivery): Delivery {
  return {
    ...delivery,
    createdAt: isoOf(createdAt),
    nextAt: isoOf(nextAt),
    lastAt: isoOf(lastAt),
  };
}
