import type { FastifyInstance, FastifyRequest } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { serve } from "../../http/serve.ts";
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  needsProof,
  removeWebhook,
  rotateSecret,
} from "../../webhooks/manage-webhooks.ts";
import type { Dependencies } from "../dependencies.ts";
import type { ProveOwner } from "./account/prove-owner.ts";
import { notifyingActor } from "./request-actor.ts";

/** Webhooks, for administrators. A webhook that includes answers needs password and code. */
export function webhookRoutes(
  app: FastifyInstance,
  dependencies: Dependencies,
  { demandProof }: ProveOwner,
): void {
  const { storage, sending } = dependencies;
  const acting = (request: FastifyRequest) => ({
    storage,
    reach: sending.reach,
    actor: notifyingActor(request, dependencies),
  });

  serve(app, manageEndpoints.listWebhooks, async () => ({ webhooks: await listWebhooks(storage) }));

  serve(app, manageEndpoints.addWebhook, async (request) => {
    const { password, code, ...webhook } = request.body;
    if ((webhook.answers ?? "none") !== "none") await demandProof(request, { password, code });
    return await addWebhook(acting(request), webhook);
  });

  serve(app, manageEndpoints.changeWebhook, async (request) => {
    const { password, code, ...change } = request.body;
    const { webhookId } = request.params;
    if (await needsProof(storage, webhookId, change)) await demandProof(request, { password, code });
    return await changeWebhook(acting(request), webhookId, change);
  });

  serve(app, manageEndpoints.rotateWebhookSecret, (request) =>
    rotateSecret(acting(request), request.params.webhookId),
  );

  serve(app, manageEndpoints.removeWebhook, async (request) => {
    await removeWebhook(acting(request), request.params.webhookId);
    return {};
  });
}
