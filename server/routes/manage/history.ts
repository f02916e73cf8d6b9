import type { FastifyInstance } from "fastify";
import { isoOf } from "#contract/instants.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { readTimeline } from "../../clients/timeline.ts";
import { CatalogError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import { historyOf } from "../../records/history.ts";
import { restoreRevision } from "../../records/restore-revision.ts";
import type { Dependencies } from "../dependencies.ts";
import { askedClient, ownClient } from "./clients.ts";
import { actorOf } from "./request-actor.ts";

/** A client's timeline, the record's earlier revisions, and restoring one. */
export function historyRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, clock } = dependencies;

  serve(app, manageEndpoints.timeline, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    return readTimeline(storage, clientId, request.query);
  });

  serve(app, manageEndpoints.history, async (request) => {
    const { clientId, version } = await askedClient(dependencies, request);
    const steps = await historyOf(storage, version.asked, clientId);
    const views = steps.map((step) => ({
      ...step,
      savedAt: isoOf(step.savedAt),
      submittedAt: isoOf(step.submittedAt),
    }));
    return { steps: views };
  });

  serve(app, manageEndpoints.readRevision, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    const { revision } = request.params;
    const data = await storage.records.loadRevision(clientId, revision);
    if (!data) throw new CatalogError("NOT_FOUND");
    return { revision, data };
  });

  serve(app, manageEndpoints.restoreRevision, async (request) => {
    const { clientId, version } = await askedClient(dependencies, request);
    const { revision } = request.params;
    const actor = actorOf(request, clock());
    const outcome = await restoreRevision(storage, version.asked, { clientId, revision, actor });
    if (outcome.kind === "missing") throw new CatalogError("NOT_FOUND");
    return { revision: outcome.revision };
  });
}
