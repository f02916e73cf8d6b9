import { isoOf } from "#contract/instants.ts";
import type { Delivery, Webhook } from "#contract/manage/webhooks/webhooks.ts";
import type { ListedDelivery } from "../storage/webhooks/deliveries.ts";
import type { StoredWebhook } from "../storage/webhooks/webhooks.ts";

/** A webhook in the API's form. */
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

/** An entry of the delivery log in the API's form. */
export function toDeliveryView({ createdAt, nextAt, lastAt, ...delivery }: ListedDelivery): Delivery {
  return {
    ...delivery,
    createdAt: isoOf(createdAt),
    nextAt: isoOf(nextAt),
    lastAt: isoOf(lastAt),
  };
}
