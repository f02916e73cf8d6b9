import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { serve } from "../../../http/serve.ts";
import { listShares, makeShare, revokeShare } from "../../../shares/shares.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ownClient } from "../clients.ts";
import { actorOf } from "../request-actor.ts";

/** Links with which a person without an account can read a client's brief. */
export function shareRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, config, clock } = dependencies;

  serve(app, manageEndpoints.listShares, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    return { shares: await listShares(storage, clientId, clock()) };
  });

  serve(app, manageEndpoints.makeShare, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    return makeShare({ storage, config, clientId, asked: request.body }, actorOf(request, clock()));
  });

  serve(app, manageEndpoints.revokeShare, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    const { shareId } = request.params;
    await revokeShare(storage, { clientId, shareId }, actorOf(request, clock()));
    return {};
  });
}
