import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { pageAsked } from "../../http/paging.ts";
import { serve } from "../../http/serve.ts";
import { listDeliveries, redeliver, retryDeliveries } from "../../webhooks/delivery-log.ts";
import { testWebhook } from "../../webhooks/test-webhook.ts";
import type { Dependencies } from "../dependencies.ts";
import { actorOf } from "./request-actor.ts";

/** Tests, retries, and the delivery log of a webhook, for administrators. */
export function deliveryRoutes(app: FastifyInstance, { storage, sending, clock }: Dependencies): void {
  serve(app, manageEndpoints.testWebhook, async (request) => {
    const acting = { storage, actor: actorOf(request, clock()) };
    return await testWebhook(acting, sending, request.params.webhookId);
  });

  serve(app, manageEndpoints.retryWebhook, (request) =>
    retryDeliveries({ storage, actor: actorOf(request, clock()) }, request.params.webhookId),
  );

  serve(app, manageEndpoints.listDeliveries, (request) =>
    listDeliveries(storage, request.params.webhookId, pageAsked(request.query)),
  );

  serve(app, manageEndpoints.redeliver, async (request) => {
    await redeliver({ storage, actor: actorOf(request, clock()) }, request.params);
    return {};
  });
}
