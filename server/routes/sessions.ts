import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import { successSchema } from "#contract/api/calls.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import { sessionsEndedSchema, sessionsSchema } from "#contract/api/sessions.ts";
import { CatalogueError } from "../http/errors.ts";
import { routeOf } from "../http/route.ts";
import { sessionFacts } from "../sessions/session-facts.ts";
import { endSessionsOf, listSessions } from "../sessions/sessions.ts";
import { clientSession } from "./authentication.ts";
import { callerAddress } from "./caller-address.ts";
import type { Dependencies } from "./dependencies.ts";

/** Where a client is signed in, and how they sign out elsewhere. */
export function sessionRoutes(app: FastifyInstance, { storage, clock }: Dependencies): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(endpoints.sessions),
    schema: { summary: endpoints.sessions.summary, response: { 200: successSchema(sessionsSchema) } },
    async handler(request) {
      const { clientId, tokenHash } = clientSession(request);
      const sessions = await listSessions(storage, clientId, clock());
      return {
        data: sessions.map((session) => ({
          ...sessionFacts(session),
          isThis: session.tokenHash === tokenHash,
        })),
      };
    },
  });

  routes.route({
    ...routeOf(endpoints.endOtherSessions),
    schema: {
      summary: endpoints.endOtherSessions.summary,
      response: { 200: successSchema(sessionsEndedSchema) },
    },
    async handler(request) {
      const { clientId, tokenHash } = clientSession(request);
      await endSessionsOf(storage, { clientId, choice: { otherThan: tokenHash } }, actorOf(request));
      return { data: {} };
    },
  });

  routes.route({
    ...routeOf(endpoints.endSession),
    schema: {
      summary: endpoints.endSession.summary,
      params: z.object({ sessionId: z.string().max(100) }),
      response: { 200: successSchema(sessionsEndedSchema) },
    },
    async handler(request) {
      const { clientId } = clientSession(request);
      const { sessionId } = request.params;
      const ended = await endSessionsOf(storage, { clientId, choice: { sessionId } }, actorOf(request));
      if (ended === 0) throw new CatalogueError("NOT_FOUND");
      return { data: {} };
    },
  });

  function actorOf(request: FastifyRequest) {
    const { clientId } = clientSession(request);
    return { actor: clientId, at: clock(), requestId: request.id, ...callerAddress(request) };
  }
}
