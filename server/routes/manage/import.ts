import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { importClients, previewImport } from "../../clients/import-clients.ts";
import { CatalogueError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { toIssuedKeyView } from "./issued-key-view.ts";
import { actorOf } from "./request-actor.ts";

/** Many clients at once. */
export function importRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, config, clock } = dependencies;

  serve(app, manageEndpoints.previewImport, async (request) => {
    const { managerId } = signedInManager(request).manager;
    return await previewImport(storage, request.body.csv, managerId);
  });

  serve(app, manageEndpoints.importClients, async (request) => {
    const { managerId } = signedInManager(request).manager;
    const now = clock();
    const issuing = { ...dependencies, now, actor: actorOf(request, now) };
    const { issued, faults = [] } = await importClients(issuing, request.body.csv, managerId);
    if (!issued) {
      const details = faults.map(({ line, message }) => ({ path: `csv, line ${line}`, message }));
      throw new CatalogueError("VALIDATION_ERROR", { details });
    }
    const views = issued.map(({ name, email, ...key }) => ({ ...toIssuedKeyView(config, key), name, email }));
    return { issued: views };
  });
}
