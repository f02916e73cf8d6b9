import type { FastifyInstance, FastifyRequest } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { markRead, type ReadMarkerName, readMarkers } from "../../clients/read-markers.ts";
import { serve } from "../../http/serve.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { askedClient } from "./clients.ts";

/** Which of a client's answers the calling manager has seen. */
export function readMarkerRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, clock } = dependencies;

  serve(app, manageEndpoints.readMarkers, async (request) => {
    const { name, asked } = await lookOf(request);
    return await readMarkers({ storage, asked }, name);
  });

  serve(app, manageEndpoints.markRead, async (request) => {
    const { revision } = request.body;
    const { name, asked } = await lookOf(request);
    await markRead({ storage, asked }, { ...name, revision, at: clock() });
    return {};
  });

  async function lookOf(request: FastifyRequest<{ Params: { clientId: string } }>) {
    const { clientId, version } = await askedClient(dependencies, request);
    const name: ReadMarkerName = { clientId, managerId: signedInManager(request).manager.managerId };
    return { name, asked: version.asked };
  }
}
