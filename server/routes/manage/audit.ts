import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { pageAsked } from "../../http/paging.ts";
import { serve } from "../../http/serve.ts";
import { readAudit } from "../../managers/audit-log.ts";
import type { Dependencies } from "../dependencies.ts";

/** Who did what to whom, for administrators. */
export function auditRoutes(app: FastifyInstance, { storage }: Dependencies): void {
  serve(app, manageEndpoints.audit, (request) => readAudit(storage, pageAsked(request.query)));
}
