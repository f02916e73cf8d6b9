import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import { successSchema } from "#contract/api/calls.ts";
import { doneSchema } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { CatalogueError } from "../../http/errors.ts";
import { routeOf } from "../../http/route.ts";
import { endSessionsOf } from "../../sessions/sessions.ts";
import type { Dependencies } from "../dependencies.ts";
import { clientParamsSchema, ownClient } from "./clients.ts";
import { actorOf } from "./request-actor.ts";

/** Signing a client out, wherever they are signed in. */
export function clientSessionRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, clock } = dependencies;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(manageEndpoints.endClientSessions),
    schema: {
      summary: manageEndpoints.endClientSessions.summary,
      params: clientParamsSchema,
      response: { 200: successSchema(doneSchema) },
    },
    async handler(request) {
      const { clientId } = await ownClient(dependencies, request);
      await endSessionsOf(storage, { clientId, choice: "all" }, actorOf(request, clock()));
      return { data: {} };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.endClientSession),
    schema: {
      summary: manageEndpoints.endClientSession.summary,
      params: clientParamsSchema.extend({ sessionId: z.string().max(100) }),
      response: { 200: successSchema(doneSchema) },
    },
    async handler(request) {
      const { clientId } = await ownClient(dependencies, request);
      const choice = { sessionId: request.params.sessionId };
      const ended = await endSessionsOf(storage, { clientId, choice }, actorOf(request, clock()));
      if (ended === 0) throw new CatalogueError("NOT_FOUND");
      return { data: {} };
    },
  });
}
