import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import {
  type AddWebhookRequest,
  type ChangeWebhookRequest,
  type Delivery,
  deliveryPageSchema,
  deliverySchema,
  redeliveredSchema,
  removedWebhookSchema,
  type Webhook,
  type WebhookSecret,
  webhookSchema,
  webhookSecretSchema,
  webhooksSchema,
} from "#contract/manage/webhooks/webhooks.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";

const WEBHOOKS = "webhooks";

export function useWebhooks() {
  return useQuery<Webhook[]>({
    queryKey: [WEBHOOKS],
    queryFn: async () =>
      (await call({ endpoint: manageEndpoints.listWebhooks, schema: webhooksSchema })).webhooks,
  });
}

/** The newest page of the log, kept up to date while it is looked at. */
export function useDeliveries(webhookId: string) {
  return useQuery<Delivery[]>({
    queryKey: [WEBHOOKS, webhookId],
    queryFn: async () => {
      const asked = { endpoint: manageEndpoints.listDeliveries, params: { webhookId } };
      return (await call({ ...asked, schema: deliveryPageSchema })).deliveries;
    },
    refetchInterval: LIVE_MS,
  });
}

export function useAddWebhook() {
  return useWebhooksChange<AddWebhookRequest, WebhookSecret>((body) =>
    call({ endpoint: manageEndpoints.addWebhook, schema: webhookSecretSchema, body }),
  );
}

export function useChangeWebhook(webhookId: string) {
  const params = { webhookId };
  return useWebhooksChange<ChangeWebhookRequest, Webhook>((body) =>
    call({ endpoint: manageEndpoints.changeWebhook, schema: webhookSchema, params, body }),
  );
}

export function useRotateSecret(webhookId: string) {
  const params = { webhookId };
  return useWebhooksChange<void, WebhookSecret>(() =>
    call({ endpoint: manageEndpoints.rotateWebhookSecret, schema: webhookSecretSchema, params }),
  );
}

export function useTestWebhook(webhookId: string) {
  const params = { webhookId };
  return useWebhooksChange<void, Delivery>(() =>
    call({ endpoint: manageEndpoints.testWebhook, schema: deliverySchema, params }),
  );
}

export function useRemoveWebhook(webhookId: string) {
  const params = { webhookId };
  return useWebhooksChange<void, object>(() =>
    call({ endpoint: manageEndpoints.removeWebhook, schema: removedWebhookSchema, params }),
  );
}

export function useRedeliver(webhookId: string) {
  return useWebhooksChange<string, object>((messageId) =>
    call({
      endpoint: manageEndpoints.redeliver,
      schema: redeliveredSchema,
      params: { webhookId, messageId },
    }),
  );
}

function useWebhooksChange<Change, Answer>(change: (change: Change) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation<Answer, Error, Change>({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: [WEBHOOKS] }),
  });
}
