import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { CatalogError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import { endSessionsOf } from "../../sessions/sessions.ts";
import type { Dependencies } from "../dependencies.ts";
import { ownClient } from "./clients.ts";
import { actorOf } from "./request-actor.ts";

/** Signing a client out, on one device or on all. */
export function clientSessionRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, clock } = dependencies;

  serve(app, manageEndpoints.endClientSessions, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    await endSessionsOf(storage, { clientId, choice: "all" }, actorOf(request, clock()));
    return {};
  });

  serve(app, manageEndpoints.endClientSession, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    const choice = { sessionId: request.params.sessionId };
    const ended = await endSessionsOf(storage, { clientId, choice }, actorOf(request, clock()));
    if (ended === 0) throw new CatalogError("NOT_FOUND");
    return {};
  });
}
