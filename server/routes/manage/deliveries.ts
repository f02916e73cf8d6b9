import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import { successSchema } from "#contract/api/calls.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { deliveryPageSchema, deliverySchema, redeliveredSchema } from "#contract/manage/webhooks/webhooks.ts";
import { routeOf } from "../../http/route.ts";
import { listDeliveries, redeliver } from "../../webhooks/delivery-log.ts";
import { testWebhook } from "../../webhooks/test-webhook.ts";
import type { Dependencies } from "../dependencies.ts";
import { actorOf } from "./request-actor.ts";
import { webhookParamsSchema } from "./webhooks.ts";

/** What becomes of a webhook's messages, for administrators. */
export function deliveryRoutes(app: FastifyInstance, { storage, sending, clock }: Dependencies): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(manageEndpoints.testWebhook),
    schema: {
      summary: manageEndpoints.testWebhook.summary,
      params: webhookParamsSchema,
      response: { 200: successSchema(deliverySchema) },
    },
    async handler(request) {
      const acting = { storage, actor: actorOf(request, clock()) };
      return { data: await testWebhook(acting, sending, request.params.webhookId) };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.listDeliveries),
    schema: {
      summary: manageEndpoints.listDeliveries.summary,
      params: webhookParamsSchema,
      querystring: z.strictObject({ from: z.string().max(100).optional() }),
      response: { 200: successSchema(deliveryPageSchema) },
    },
    handler: async (request) => ({
      data: await listDeliveries(storage, request.params.webhookId, request.query.from),
    }),
  });

  routes.route({
    ...routeOf(manageEndpoints.redeliver),
    schema: {
      summary: manageEndpoints.redeliver.summary,
      params: webhookParamsSchema.extend({ messageId: z.string().max(100) }),
      response: { 200: successSchema(redeliveredSchema) },
    },
    async handler(request) {
      await redeliver({ storage, actor: actorOf(request, clock()) }, request.params);
      return { data: {} };
    },
  });
}
