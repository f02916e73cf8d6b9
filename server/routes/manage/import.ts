import type { FastifyInstance, FastifyRequest } from "fastify";
import { languages } from "#contract/languages.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { type Importer, importClients, previewImport } from "../../clients/import/import-clients.ts";
import { preferredLanguage } from "../../http/accept-language.ts";
import { CatalogError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import { wordsIn } from "../../runtime/words.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { toIssuedKeyView } from "./issued-key-view.ts";
import { actorOf } from "./request-actor.ts";

/** Importing clients from a file. */
export function importRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, config, clock } = dependencies;

  serve(
    app,
    manageEndpoints.previewImport,
    async (request) => await previewImport({ storage, importer: importerOf(request) }, request.body),
  );

  serve(app, manageEndpoints.importClients, async (request) => {
    const now = clock();
    const issuing = { ...dependencies, now, actor: actorOf(request, now), importer: importerOf(request) };
    const outcome = await importClients(issuing, request.body);
    if ("faults" in outcome) {
      const details = outcome.faults.map(({ line, message }) => ({ path: `csv, line ${line}`, message }));
      throw new CatalogError("VALIDATION_ERROR", { details });
    }
    const issued = outcome.issued.map(({ name, email, ...key }) => {
      return { ...toIssuedKeyView(config, key), name, email };
    });
    return { rows: outcome.rows, issued };
  });
}

function importerOf(request: FastifyRequest): Importer {
  const { managerId, role } = signedInManager(request).manager;
  const words = wordsIn(preferredLanguage(request, languages));
  return { managerId, isAdministrator: role === "administrator", words };
}
