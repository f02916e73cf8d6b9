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
  /** Called for each request that could not be read, and so has no route. */
  noteBroken?: (() => void) | undefined;
};

/** What holds on every port that this server listens on, before there is any route. */
export function openHttpApp(opening: OpenHttpAppOptions): FastifyInstance {
  const { trustedProxies, logger, isStopping, noteBroken = () => undefined } = opening;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(trustedProxies),
    bodyLimit: PLAIN_BODY_MAX_BYTES,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    serverFactory: (listener) =>
      createGuardedServer(HTTP_LIMITS, listener, { refuse: excessAnswer(logger, noteBroken) }),
    forceCloseConnections: "idle",
    // what still arrives while the server stops is served, and its connection closed after it
    return503OnClosing: false,
    clientErrorHandler: brokenRequestAnswer(logger, noteBroken),
    // no hook runs for these, so that nothing else would log or count them
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
