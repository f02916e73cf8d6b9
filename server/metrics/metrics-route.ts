import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import type { Caller } from "#contract/api/endpoint.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import { routeOf } from "../http/route.ts";
import type { Metrics } from "./metrics.ts";

const textSchema = z.custom<string>().meta({ type: "string" });

/** For whoever shows the operator's token or, on a port of its own, for everybody who reaches it. */
export function metricsRoute(
  app: FastifyInstance,
  metrics: Metrics,
  caller: Extract<Caller, "nobody" | "operator">,
): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    ...routeOf({ ...endpoints.metrics, caller }),
    schema: {
      summary: endpoints.metrics.summary,
      response: { 200: { content: { "text/plain": { schema: textSchema } } } },
    },
    async handler(_request, reply) {
      return reply.type(metrics.contentType).send(await metrics.text());
    },
  });
}
