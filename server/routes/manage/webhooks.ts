import type { FastifyInstance, FastifyRequest } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { serve } from "../../http/serve.ts";
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
} from "../../webhooks/manage-webhooks.ts";
import type { Dependencies } from "../dependencies.ts";
import { actorOf } from "./request-actor.ts";

/** Webhooks, for administrators. */
export function webhookRoutes(app: FastifyInstance, { storage, sending, clock }: Dependencies): void {
  const acting = (request: FastifyRequest) => ({
    storage,
    reach: sending.reach,
    actor: actorOf(request, clock()),
  });

  serve(app, manageEndpoints.listWebhooks, async () => ({ webhooks: await listWebhooks(storage) }));

  serve(app, manageEndpoints.addWebhook, (request) => addWebhook(acting(request), request.body));

  serve(app, manageEndpoints.changeWebhook, (request) =>
    changeWebhook(acting(request), request.params.webhookId, request.body),
  );

  serve(app, manageEndpoints.rotateWebhookSecret, (request) =>
    rotateSecret(acting(request), request.params.webhookId),
  );

  serve(app, manageEndpoints.removeWebhook, async (request) => {
    await removeWebhook(acting(request), request.params.webhookId);
    return {};
  });
}
