import type { FastifyInstance, FastifyRequest } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { markRead, type ReadMarkerName, readMarkers } from "../../clients/read-markers.ts";
import { serve } from "../../http/serve.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { ownClient } from "./clients.ts";

/** What the manager who asks has seen of a client's answers. */
export function readMarkerRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, book, clock } = dependencies;

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
    const { clientId, interview } = await ownClient(dependencies, request);
    const { asked } = await book.of(interview);
    const name: ReadMarkerName = { clientId, managerId: signedInManager(request).manager.managerId };
    return { name, asked };
  }
}
