import type { FastifyInstance } from "fastify";
import { MINUTE_MS } from "#contract/instants.ts";
import { languages } from "#contract/languages.ts";
import { SEARCH_MEDIA_TYPE } from "#contract/manage/endpoints/search.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { SEARCHES_PER_MINUTE } from "#contract/manage/limits.ts";
import { viewOf } from "../../clients/list-clients.ts";
import { serve } from "../../http/serve.ts";
import { createLimit, throwIfLimited } from "../../limits/limit.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { readerOf } from "./request-actor.ts";

/** Searches answers and streams the hits; the search ends when the caller disconnects. */
export function searchRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { search, book } = dependencies;
  const searches = createLimit(app, {
    name: "search",
    max: SEARCHES_PER_MINUTE,
    windowMs: MINUTE_MS,
    keyOf: (request) => signedInManager(request).manager.managerId,
  });

  serve(app, manageEndpoints.search, async (request, reply) => {
    throwIfLimited(await searches.count(request));
    const { scope, readerId: managerId } = readerOf(request);
    const lines = await search.begin({
      ...request.body,
      managerId,
      scope,
      view: viewOf(dependencies, managerId),
      interviews: [
        ...[...book.current().definitions.values()].map(({ interview }) => interview),
        ...languages.flatMap((language) => book.everAsked(language)),
      ],
    });
    // without this header, a proxy that buffers whole answers would delay the first hits
    return reply.type(SEARCH_MEDIA_TYPE).header("x-accel-buffering", "no").send(lines);
  });
}
