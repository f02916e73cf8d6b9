import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import { successSchema } from "#contract/api/calls.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import {
  addWebhookRequestSchema,
  changeWebhookRequestSchema,
  removedWebhookSchema,
  webhookSchema,
  webhookSecretSchema,
  webhooksSchema,
} from "#contract/manage/webhooks/webhooks.ts";
import { routeOf } from "../../http/route.ts";
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
} from "../../webhooks/manage-webhooks.ts";
import type { Dependencies } from "../dependencies.ts";
import { actorOf } from "./request-actor.ts";

export const webhookParamsSchema = z.object({ webhookId: z.string().max(100) });

/** Webhooks, for administrators. */
export function webhookRoutes(app: FastifyInstance, { storage, sending, clock }: Dependencies): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const acting = (request: FastifyRequest) => ({
    storage,
    reach: sending.reach,
    actor: actorOf(request, clock()),
  });

  routes.route({
    ...routeOf(manageEndpoints.listWebhooks),
    schema: {
      summary: manageEndpoints.listWebhooks.summary,
      response: { 200: successSchema(webhooksSchema) },
    },
    handler: async () => ({ data: { webhooks: await listWebhooks(storage) } }),
  });

  routes.route({
    ...routeOf(manageEndpoints.addWebhook),
    schema: {
      summary: manageEndpoints.addWebhook.summary,
      body: addWebhookRequestSchema,
      response: { 200: successSchema(webhookSecretSchema) },
    },
    handler: async (request) => ({ data: await addWebhook(acting(request), request.body) }),
  });

  routes.route({
    ...routeOf(manageEndpoints.changeWebhook),
    schema: {
      summary: manageEndpoints.changeWebhook.summary,
      params: webhookParamsSchema,
      body: changeWebhookRequestSchema,
      response: { 200: successSchema(webhookSchema) },
    },
    handler: async (request) => ({
      data: await changeWebhook(acting(request), request.params.webhookId, request.body),
    }),
  });

  routes.route({
    ...routeOf(manageEndpoints.rotateWebhookSecret),
    schema: {
      summary: manageEndpoints.rotateWebhookSecret.summary,
      params: webhookParamsSchema,
      response: { 200: successSchema(webhookSecretSchema) },
    },
    handler: async (request) => ({ data: await rotateSecret(acting(request), request.params.webhookId) }),
  });

  routes.route({
    ...routeOf(manageEndpoints.removeWebhook),
    schema: {
      summary: manageEndpoints.removeWebhook.summary,
      params: webhookParamsSchema,
      response: { 200: successSchema(removedWebhookSchema) },
    },
    async handler(request) {
      await removeWebhook(acting(request), request.params.webhookId);
      return { data: {} };
    },
  });
}
