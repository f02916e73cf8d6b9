import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { successSchema } from "#contract/calls.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { overviewSchema } from "#contract/manage/overview.ts";
import type { Dependencies } from "../../app.ts";
import { readOverview } from "../../clients/overview.ts";
import { routeOf } from "../route.ts";
import { scopeOf } from "./request-actor.ts";

/** Where one's clients are, all together. */
export function overviewRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    ...routeOf(manageEndpoints.overview),
    schema: {
      summary: manageEndpoints.overview.summary,
      response: { 200: successSchema(overviewSchema) },
    },
    handler: async (request) => ({ data: await readOverview(dependencies, scopeOf(request)) }),
  });
}
