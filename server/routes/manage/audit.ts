import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { successSchema } from "#contract/api/calls.ts";
import { auditPageSchema, auditQuerySchema } from "#contract/manage/audit.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { routeOf } from "../../http/route.ts";
import { readAudit } from "../../managers/audit-log.ts";
import type { Dependencies } from "../dependencies.ts";

/** Who did what to whom, for administrators. */
export function auditRoutes(app: FastifyInstance, { storage }: Dependencies): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    ...routeOf(manageEndpoints.audit),
    schema: {
      summary: manageEndpoints.audit.summary,
      querystring: auditQuerySchema,
      response: { 200: successSchema(auditPageSchema) },
    },
    handler: async (request) => ({ data: await readAudit(storage, request.query.from) }),
  });
}
