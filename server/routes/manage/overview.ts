import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { readOverview } from "../../clients/overview.ts";
import { serve } from "../../http/serve.ts";
import type { Dependencies } from "../dependencies.ts";
import { readerOf } from "./request-actor.ts";

/** Where one's clients are, all together. */
export function overviewRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  serve(app, manageEndpoints.overview, (request) => readOverview(dependencies, readerOf(request)));
}
