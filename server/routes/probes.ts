import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { healthSchema } from "#contract/calls.ts";
import { endpoints } from "#contract/endpoints.ts";
import type { Dependencies } from "../app.ts";
import { routeOf } from "./route.ts";

export function probeRoutes(app: FastifyInstance, { storage }: Dependencies): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(endpoints.health),
    schema: { summary: endpoints.health.summary, response: { 200: healthSchema } },
    handler: async () => ({ status: "ok" as const }),
  });

  routes.route({
    ...routeOf(endpoints.readiness),
    schema: { summary: endpoints.readiness.summary, response: { 200: healthSchema } },
    async handler() {
      await storage.check();
      return { status: "ok" as const };
    },
  });
}
