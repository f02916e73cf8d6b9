import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type {
  AddWebhookRequest,
  ChangeWebhookRequest,
  Delivery,
  RetryResult,
  Webhook,
  WebhookSecret,
} from "#contract/manage/webhooks/webhooks.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";

const WEBHOOKS = "webhooks";

/** All webhooks and their state, refreshed continuously. */
export function useWebhooks() {
  return useQuery<Webhook[]>({
    queryKey: [WEBHOOKS],
    queryFn: async () => (await call(manageEndpoints.listWebhooks)).webhooks,
    refetchInterval: LIVE_MS,
  });
}

/** The newest page of the delivery log, refreshed continuously. */
export function useDeliveries(webhookId: string) {
  return useQuery<Delivery[]>({
    queryKey: [WEBHOOKS, webhookId],
    queryFn: async () => {
      return (await call(manageEndpoints.listDeliveries, { params: { webhookId } })).deliveries;
    },
    refetchInterval: LIVE_MS,
  });
}

export function useAddWebhook() {
  return useWebhooksChange<AddWebhookRequest, WebhookSecret>((body) =>
    call(manageEndpoints.addWebhook, { body }),
  );
}

export function useChangeWebhook(webhookId: string) {
  const params = { webhookId };
  return useWebhooksChange<ChangeWebhookRequest, Webhook>((body) =>
    call(manageEndpoints.changeWebhook, { params, body }),
  );
}

export function useRotateSecret(webhookId: string) {
  const params = { webhookId };
  return useWebhooksChange<void, WebhookSecret>(() => call(manageEndpoints.rotateWebhookSecret, { params }));
}

export function useTestWebhook(webhookId: string) {
  const params = { webhookId };
  return useWebhooksChange<void, Delivery>(() => call(manageEndpoints.testWebhook, { params }));
}

export function useRemoveWebhook(webhookId: string) {
  const params = { webhookId };
  return useWebhooksChange<void, object>(() => call(manageEndpoints.removeWebhook, { params }));
}

/** Sends the undelivered messages again. */
export function useRetryWebhook(webhookId: string) {
  const params = { webhookId };
  return useWebhooksChange<void, RetryResult>(() => call(manageEndpoints.retryWebhook, { params }));
}

export function useRedeliver(webhookId: string) {
  return useWebhooksChange<string, object>((messageId) =>
    call(manageEndpoints.redeliver, { params: { webhookId, messageId } }),
  );
}

function useWebhooksChange<Change, Answer>(change: (change: Change) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation<Answer, Error, Change>({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: [WEBHOOKS] }),
  });
}
