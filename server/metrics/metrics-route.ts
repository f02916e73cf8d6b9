import type { FastifyInstance } from "fastify";
import type { Caller } from "#contract/api/endpoint.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import { openWires } from "#contract/api/wires/open.ts";
import { serve, withWire } from "../http/serve.ts";
import type { Metrics } from "./metrics.ts";

/** For callers with the operator's token or, on a separate port, for any caller. */
export function metricsRoute(
  app: FastifyInstance,
  metrics: Metrics,
  caller: Extract<Caller, "nobody" | "operator">,
): void {
  serve(app, withWire({ ...endpoints.metrics, caller }, openWires.metrics), async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );
}
