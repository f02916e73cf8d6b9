import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { successSchema } from "#contract/api/calls.ts";
import { clientRecordSchema } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { readRecord } from "../../clients/read-record.ts";
import { routeOf } from "../../http/route.ts";
import type { Dependencies } from "../dependencies.ts";
import { sendSound, soundSchemas } from "../take-audio.ts";
import { takeParamsSchema } from "../take-params.ts";
import { clientParamsSchema, ownClient } from "./clients.ts";

/** What a client has answered, to be read and heard. */
export function answerRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(manageEndpoints.readRecord),
    schema: {
      summary: manageEndpoints.readRecord.summary,
      params: clientParamsSchema,
      response: { 200: successSchema(clientRecordSchema) },
    },
    async handler(request) {
      const { clientId } = await ownClient(dependencies, request);
      return { data: await readRecord(dependencies, clientId) };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.hearTake),
    schema: {
      summary: manageEndpoints.hearTake.summary,
      params: clientParamsSchema.extend(takeParamsSchema.shape),
      ...soundSchemas,
    },
    async handler(request, reply) {
      const { clientId } = await ownClient(dependencies, request);
      return sendSound(dependencies, { clientId, takeId: request.params.takeId }, reply);
    },
  });
}
