import type { FastifyInstance } from "fastify";
import { mediaTypes } from "#contract/manage/endpoints/briefs.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { serve } from "../../http/serve.ts";
import { overviewCsv } from "../../overview/overview-csv.ts";
import { readOverview } from "../../overview/read-overview.ts";
import type { Dependencies } from "../dependencies.ts";
import { readerOf } from "./request-actor.ts";

/** Where one's clients are, all together. */
export function overviewRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  serve(app, manageEndpoints.overview, (request) =>
    readOverview(dependencies, readerOf(request), request.query),
  );

  serve(app, manageEndpoints.exportOverview, async (request, reply) => {
    const overview = await readOverview(dependencies, readerOf(request), request.query);
    reply.header("content-disposition", 'attachment; filename="overview.csv"');
    return reply.type(mediaTypes.csv).send(overviewCsv(overview, dependencies.asked.interview));
  });
}
