import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { successSchema } from "#contract/api/calls.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { importedSchema, importPreviewSchema, importRequestSchema } from "#contract/manage/import.ts";
import { importClients, previewImport } from "../../clients/import-clients.ts";
import { CatalogueError } from "../../http/errors.ts";
import { routeOf } from "../../http/route.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { actorOf } from "./request-actor.ts";
import { toldKey } from "./told-key.ts";

/** Many clients at once. */
export function importRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, config, clock } = dependencies;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(manageEndpoints.previewImport),
    schema: {
      summary: manageEndpoints.previewImport.summary,
      body: importRequestSchema,
      response: { 200: successSchema(importPreviewSchema) },
    },
    async handler(request) {
      const { managerId } = signedInManager(request).manager;
      return { data: await previewImport(storage, request.body.csv, managerId) };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.importClients),
    schema: {
      summary: manageEndpoints.importClients.summary,
      body: importRequestSchema,
      response: { 200: successSchema(importedSchema) },
    },
    async handler(request) {
      const { managerId } = signedInManager(request).manager;
      const now = clock();
      const issuing = { ...dependencies, now, actor: actorOf(request, now) };
      const { issued, faults = [] } = await importClients(issuing, request.body.csv, managerId);
      if (!issued) {
        const details = faults.map(({ line, message }) => ({ path: `csv, line ${line}`, message }));
        throw new CatalogueError("VALIDATION_ERROR", { details });
      }
      const told = issued.map(({ name, email, ...key }) => ({ ...toldKey(config, key), name, email }));
      return { data: { issued: told } };
    },
  });
}
