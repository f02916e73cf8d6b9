import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { successSchema } from "#contract/api/calls.ts";
import { doneSchema } from "#contract/manage/accounts.ts";
import { setPinSchema } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { CatalogueError } from "../../http/errors.ts";
import { routeOf } from "../../http/route.ts";
import { removePin, setPin } from "../../pins/set-pin.ts";
import type { Dependencies } from "../dependencies.ts";
import { clientParamsSchema, ownClient } from "./clients.ts";
import { actorOf } from "./request-actor.ts";

/** What a client needs beside the access key. */
export function pinRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { clock } = dependencies;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(manageEndpoints.setPin),
    schema: {
      summary: manageEndpoints.setPin.summary,
      params: clientParamsSchema,
      response: { 200: successSchema(setPinSchema) },
    },
    async handler(request) {
      const { clientId } = await ownClient(dependencies, request);
      const pin = await setPin(dependencies, clientId, actorOf(request, clock()));
      if (pin === undefined) throw new CatalogueError("NOT_FOUND");
      return { data: { pin } };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.removePin),
    schema: {
      summary: manageEndpoints.removePin.summary,
      params: clientParamsSchema,
      response: { 200: successSchema(doneSchema) },
    },
    async handler(request) {
      const { clientId } = await ownClient(dependencies, request);
      await removePin(dependencies, clientId, actorOf(request, clock()));
      return { data: {} };
    },
  });
}
