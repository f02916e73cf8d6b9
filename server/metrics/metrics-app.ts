import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { CatalogError } from "../http/errors.ts";
import { openHttpApp } from "../http/http-app.ts";
import { operatorCheck } from "../http/operator-token.ts";
import type { Config } from "../settings/config.ts";
import type { Metrics } from "./metrics.ts";
import { metricsRoute } from "./metrics-route.ts";

type BuildMetricsAppOptions = {
  config: Pick<Config, "metricsToken">;
  metrics: Metrics;
  logger: FastifyBaseLogger;
};

/** The app on the metrics port, which serves only metrics. It keeps running while the server stops. */
export function buildMetricsApp({ config, metrics, logger }: BuildMetricsAppOptions): FastifyInstance {
  const app = openHttpApp({ trustedProxies: [], logger, isStopping: () => false });
  const { metricsToken } = config;
  if (metricsToken !== undefined) admitOperator(app, metricsToken);
  metricsRoute(app, metrics, metricsToken === undefined ? "nobody" : "operator");
  return app;
}

/** Every route here requires the operator's token. */
function admitOperator(app: FastifyInstance, token: string): void {
  const isOperator = operatorCheck(token);
  app.addHook("onRequest", (request, _reply, done) => {
    done(isOperator(request.headers.authorization) ? undefined : new CatalogError("UNAUTHORIZED"));
  });
}
