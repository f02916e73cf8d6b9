import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { successSchema } from "#contract/api/calls.ts";
import { doneSchema } from "#contract/manage/accounts.ts";
import { lookSchema, noteLookRequestSchema } from "#contract/manage/answers/read-markers.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { type LookName, noteLook, readLook } from "../../clients/read-markers.ts";
import { routeOf } from "../../http/route.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { clientParamsSchema, ownClient } from "./clients.ts";

/** What the manager who asks has seen of a client's answers. */
export function lookRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(manageEndpoints.readLook),
    schema: {
      summary: manageEndpoints.readLook.summary,
      params: clientParamsSchema,
      response: { 200: successSchema(lookSchema) },
    },
    handler: async (request) => ({ data: await readLook(dependencies, await nameOf(request)) }),
  });

  routes.route({
    ...routeOf(manageEndpoints.noteLook),
    schema: {
      summary: manageEndpoints.noteLook.summary,
      params: clientParamsSchema,
      body: noteLookRequestSchema,
      response: { 200: successSchema(doneSchema) },
    },
    async handler(request) {
      const { revision } = request.body;
      const name = await nameOf(request);
      await noteLook(dependencies, { ...name, revision, at: dependencies.clock() });
      return { data: {} };
    },
  });

  async function nameOf(request: FastifyRequest<{ Params: { clientId: string } }>): Promise<LookName> {
    const { clientId } = await ownClient(dependencies, request);
    return { clientId, managerId: signedInManager(request).manager.managerId };
  }
}
