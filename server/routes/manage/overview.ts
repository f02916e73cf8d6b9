import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { successSchema } from "#contract/api/calls.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { overviewSchema, sectionTimesSchema } from "#contract/manage/overview.ts";
import { readOverview } from "../../clients/overview.ts";
import { readSectionTimes } from "../../clients/section-times.ts";
import { routeOf } from "../../http/route.ts";
import { askedFor } from "../../interview-file/asked-interviews.ts";
import type { Dependencies } from "../dependencies.ts";
import { readerOf, scopeOf } from "./request-actor.ts";

/** Where one's clients are, all together. */
export function overviewRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(manageEndpoints.overview),
    schema: {
      summary: manageEndpoints.overview.summary,
      response: { 200: successSchema(overviewSchema) },
    },
    handler: async (request) => ({ data: await readOverview(dependencies, readerOf(request)) }),
  });

  routes.route({
    ...routeOf(manageEndpoints.sectionTimes),
    schema: {
      summary: manageEndpoints.sectionTimes.summary,
      response: { 200: successSchema(sectionTimesSchema) },
    },
    async handler(request) {
      const { interview } = askedFor(request, dependencies);
      const measured = { storage: dependencies.storage, interview };
      return { data: await readSectionTimes(measured, scopeOf(request)) };
    },
  });
}
