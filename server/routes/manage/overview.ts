import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { readOverview } from "../../clients/overview.ts";
import { readSectionTimes } from "../../clients/section-times.ts";
import { serve } from "../../http/serve.ts";
import { askedFor } from "../../interview-file/asked-interviews.ts";
import type { Dependencies } from "../dependencies.ts";
import { readerOf, scopeOf } from "./request-actor.ts";

/** Where one's clients are, all together. */
export function overviewRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  serve(app, manageEndpoints.overview, (request) => readOverview(dependencies, readerOf(request)));

  serve(app, manageEndpoints.sectionTimes, async (request) => {
    const { interview } = askedFor(request, dependencies);
    const measured = { storage: dependencies.storage, interview };
    return await readSectionTimes(measured, scopeOf(request));
  });
}
