import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import { successSchema } from "#contract/api/calls.ts";
import { isoOf } from "#contract/instants.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { historySchema, restoredSchema, revisionSchema } from "#contract/manage/history.ts";
import { CatalogueError } from "../../http/errors.ts";
import { routeOf } from "../../http/route.ts";
import { historyOf } from "../../records/history.ts";
import { restoreRevision } from "../../records/restore-revision.ts";
import type { Dependencies } from "../dependencies.ts";
import { clientParamsSchema, ownClient } from "./clients.ts";
import { actorOf } from "./request-actor.ts";

const revisionParamsSchema = clientParamsSchema.extend({
  revision: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
});

/** What a client's record was before, and the way back to it. */
export function historyRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, asked, clock } = dependencies;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(manageEndpoints.history),
    schema: {
      summary: manageEndpoints.history.summary,
      params: clientParamsSchema,
      response: { 200: successSchema(historySchema) },
    },
    async handler(request) {
      const { clientId } = await ownClient(dependencies, request);
      const steps = await historyOf(storage, asked, clientId);
      const told = steps.map((step) => ({
        ...step,
        savedAt: isoOf(step.savedAt),
        submittedAt: isoOf(step.submittedAt),
      }));
      return { data: { steps: told } };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.readRevision),
    schema: {
      summary: manageEndpoints.readRevision.summary,
      params: revisionParamsSchema,
      response: { 200: successSchema(revisionSchema) },
    },
    async handler(request) {
      const { clientId } = await ownClient(dependencies, request);
      const { revision } = request.params;
      const data = await storage.records.loadRevision(clientId, revision);
      if (!data) throw new CatalogueError("NOT_FOUND");
      return { data: { revision, data } };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.restoreRevision),
    schema: {
      summary: manageEndpoints.restoreRevision.summary,
      params: revisionParamsSchema,
      response: { 200: successSchema(restoredSchema) },
    },
    async handler(request) {
      const { clientId } = await ownClient(dependencies, request);
      const { revision } = request.params;
      const actor = actorOf(request, clock());
      const outcome = await restoreRevision(storage, asked, { clientId, revision, actor });
      if (outcome.kind === "missing") throw new CatalogueError("NOT_FOUND");
      return { data: { revision: outcome.revision } };
    },
  });
}
