import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import { successSchema } from "#contract/api/calls.ts";
import { doneSchema } from "#contract/manage/accounts.ts";
import { issuedKeySchema, issueKeyRequestSchema } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { LIVE_KEYS_MAX } from "#contract/manage/limits.ts";
import { issueKey } from "../../access-keys/issue-key.ts";
import { keyFacts } from "../../access-keys/key-view.ts";
import { CatalogueError } from "../../http/errors.ts";
import { routeOf } from "../../http/route.ts";
import { eventOf } from "../../managers/actor.ts";
import type { Dependencies } from "../dependencies.ts";
import { clientParamsSchema, ownClient } from "./clients.ts";
import { actorOf } from "./request-actor.ts";
import { toldKey } from "./told-key.ts";

const keyParamsSchema = clientParamsSchema.extend({ keyId: z.string().max(100) });

/** A client's access keys. */
export function keyRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, config, clock } = dependencies;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(manageEndpoints.issueKey),
    schema: {
      summary: manageEndpoints.issueKey.summary,
      params: clientParamsSchema,
      body: issueKeyRequestSchema,
      response: { 200: successSchema(issuedKeySchema) },
    },
    async handler(request) {
      const { clientId } = await ownClient(dependencies, request);
      const now = clock();
      const keys = await storage.accessKeys.list(clientId);
      const live = keys.filter((key) => keyFacts(key, now).state === "live");
      if (live.length >= LIVE_KEYS_MAX) throw new CatalogueError("TOO_MANY");
      const issuing = { ...dependencies, now, actor: actorOf(request, now) };
      return {
        data: toldKey(config, { clientId, ...(await issueKey(issuing, clientId, request.body.days)) }),
      };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.revokeKey),
    schema: {
      summary: manageEndpoints.revokeKey.summary,
      params: keyParamsSchema,
      response: { 200: successSchema(doneSchema) },
    },
    async handler(request) {
      const { clientId } = await ownClient(dependencies, request);
      const { keyId } = request.params;
      const key = await storage.accessKeys.find(keyId);
      if (key?.clientId !== clientId) throw new CatalogueError("NOT_FOUND");
      const actor = actorOf(request, clock());
      const event = eventOf(actor, "key.revoked", { clientId, keyId });
      if (key.revokedAt === null) await storage.accessKeys.revoke(keyId, actor.at, [event]);
      return { data: {} };
    },
  });
}
