import type { FastifyInstance, FastifyRequest } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { markRead, type ReadMarkerName, readMarkers } from "../../clients/read-markers.ts";
import { serve } from "../../http/serve.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { ownClient } from "./clients.ts";

/** What the manager who asks has seen of a client's answers. */
export function readMarkerRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  serve(
    app,
    manageEndpoints.readMarkers,
    async (request) => await readMarkers(dependencies, await nameOf(request)),
  );

  serve(app, manageEndpoints.markRead, async (request) => {
    const { revision } = request.body;
    const name = await nameOf(request);
    await markRead(dependencies, { ...name, revision, at: dependencies.clock() });
    return {};
  });

  async function nameOf(request: FastifyRequest<{ Params: { clientId: string } }>): Promise<ReadMarkerName> {
    const { clientId } = await ownClient(dependencies, request);
    return { clientId, managerId: signedInManager(request).manager.managerId };
  }
}
