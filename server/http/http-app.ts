import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { PLAIN_BODY_MAX_BYTES } from "#contract/limits.ts";
import { createGuardedServer } from "./connections.ts";
import { answerErrors } from "./errors.ts";
import { brokenRequestAnswer, excessAnswer, guardEdge, HTTP_LIMITS } from "./http-edge.ts";
import { requestIds } from "./request-id.ts";
import { keepRouteTable } from "./route-table.ts";
import { answerSafely } from "./security-headers.ts";

type OpenHttpAppOptions = {
  trustedProxies: string[];
  logger: FastifyBaseLogger;
  isStopping: () => boolean;
  /** Called for each request that could not be parsed and therefore has no route. */
  noteBroken?: (() => void) | undefined;
};

/** Opens the HTTP app with the behavior that every port of this server shares, before any route exists. */
export function openHttpApp(options: OpenHttpAppOptions): FastifyInstance {
  const { trustedProxies, logger, isStopping, noteBroken = () => undefined } = options;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(trustedProxies),
    bodyLimit: PLAIN_BODY_MAX_BYTES,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    serverFactory: (listener) =>
      createGuardedServer(HTTP_LIMITS, listener, { refuse: excessAnswer(logger, noteBroken) }),
    forceCloseConnections: "idle",
    // requests that arrive while the server stops are served, and their connections closed afterwards
    return503OnClosing: false,
    clientErrorHandler: brokenRequestAnswer(logger, noteBroken),
    // no hook runs for these errors, so they are logged and counted here
    frameworkErrors(_error, { method, log }, reply) {
      noteBroken();
      answerSafely(reply, "BAD_REQUEST");
      log.info({ method, route: "none", status: reply.statusCode, code: "BAD_REQUEST" }, "request");
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  keepRouteTable(app);
  answerErrors(app);
  guardEdge(app, isStopping);
  return app;
}
