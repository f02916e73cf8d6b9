import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import { successSchema } from "#contract/api/calls.ts";
import { doneSchema } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { endedSessionsSchema, managerSessionsSchema } from "#contract/manage/sessions.ts";
import { CatalogueError } from "../../../http/errors.ts";
import { routeOf } from "../../../http/route.ts";
import { endOtherSessions, endOwnSession, listOwnSessions } from "../../../managers/own-sessions.ts";
import { signedInPerson } from "../../authentication.ts";
import type { Dependencies } from "../../dependencies.ts";
import { actorOf } from "../request-actor.ts";

const sessionParamsSchema = z.object({ sessionId: z.string().max(100) });

/** Where one is signed in oneself. A program's token may look at none of it. */
export function sessionRoutes(app: FastifyInstance, { storage, clock }: Dependencies): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(manageEndpoints.listOwnSessions),
    schema: {
      summary: manageEndpoints.listOwnSessions.summary,
      response: { 200: successSchema(managerSessionsSchema) },
    },
    handler: async (request) => ({
      data: { sessions: await listOwnSessions(storage, signedInPerson(request), clock()) },
    }),
  });

  routes.route({
    ...routeOf(manageEndpoints.endOwnSession),
    schema: {
      summary: manageEndpoints.endOwnSession.summary,
      params: sessionParamsSchema,
      response: { 200: successSchema(doneSchema) },
    },
    async handler(request) {
      const ending = { owner: signedInPerson(request), sessionId: request.params.sessionId };
      if (!(await endOwnSession(storage, ending, actorOf(request, clock()))))
        throw new CatalogueError("NOT_FOUND");
      return { data: {} };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.endOwnOtherSessions),
    schema: {
      summary: manageEndpoints.endOwnOtherSessions.summary,
      response: { 200: successSchema(endedSessionsSchema) },
    },
    handler: async (request) => ({
      data: {
        ended: await endOtherSessions(storage, signedInPerson(request), actorOf(request, clock())),
      },
    }),
  });
}
