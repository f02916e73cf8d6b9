import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { LIVE_KEYS_MAX } from "#contract/manage/limits.ts";
import { issueKey } from "../../access-keys/issue-key.ts";
import { toKeyViews } from "../../access-keys/verify-key.ts";
import { CatalogError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import { eventOf } from "../../managers/actor.ts";
import type { Dependencies } from "../dependencies.ts";
import { ownClient } from "./clients.ts";
import { toIssuedKeyView } from "./issued-key-view.ts";
import { actorOf } from "./request-actor.ts";

/** A client's access keys. */
export function keyRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, config, clock } = dependencies;

  serve(app, manageEndpoints.issueKey, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    const now = clock();
    const keys = await storage.accessKeys.list(clientId);
    const live = toKeyViews(keys, now).keys.filter(({ state }) => state === "live");
    if (live.length >= LIVE_KEYS_MAX) throw new CatalogError("TOO_MANY");
    const issuing = { ...dependencies, now, actor: actorOf(request, now) };
    return toIssuedKeyView(config, { clientId, ...(await issueKey(issuing, clientId, request.body.days)) });
  });

  serve(app, manageEndpoints.revokeKey, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    const { keyId } = request.params;
    const key = await storage.accessKeys.find(keyId);
    if (key?.clientId !== clientId) throw new CatalogError("NOT_FOUND");
    const actor = actorOf(request, clock());
    const event = eventOf(actor, "key.revoked", { clientId, keyId });
    if (key.revokedAt === null) await storage.accessKeys.revoke(keyId, actor.at, [event]);
    return {};
  });
}
