import type { FastifyInstance } from "fastify";
import { HOUR_MS } from "#contract/instants.ts";
import { CHECKS_PER_HOUR } from "#contract/manage/checks.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { serve } from "../../http/serve.ts";
import { createLimit, throwIfLimited } from "../../limits/limit.ts";
import type { Dependencies } from "../dependencies.ts";

/** The doctor's checks of the server, for administrators. */
export function checkRoutes(app: FastifyInstance, { checks }: Dependencies): void {
  const runs = createLimit(app, { name: "checks", max: CHECKS_PER_HOUR, windowMs: HOUR_MS });

  serve(app, manageEndpoints.readChecks, () => checks.read());

  serve(app, manageEndpoints.repeatChecks, async (request) => {
    throwIfLimited(await runs.count(request));
    return await checks.again();
  });
}
