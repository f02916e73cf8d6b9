import { randomUUID } from "node:crypto";
import rateLimit from "@fastify/rate-limit";
import swagger from "@fastify/swagger";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { createJsonSchemaTransform, serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import * as z from "zod";
import type { Interview } from "#contract/interview.ts";
import { BODY_MAX_BYTES } from "#contract/limits.ts";
import type { Secrets } from "./access-keys/secrets.ts";
import { guardRoutes } from "./authentication.ts";
import type { Config } from "./config.ts";
import { answerErrors, CatalogueError } from "./errors.ts";
import { version } from "./package.ts";
import type { AskedInterview } from "./records/save-record.ts";
import { authRoutes } from "./routes/auth.ts";
import { documentRoutes } from "./routes/documents.ts";
import { onboardingRoutes } from "./routes/onboarding.ts";
import { probeRoutes } from "./routes/probes.ts";
import { siteRoutes } from "./routes/site.ts";
import { answerSafely, SECURITY_HEADERS } from "./security-headers.ts";
import type { Site } from "./site.ts";
import type { Storage } from "./storage/storage.ts";

/** All that the service stands on; nothing is read from anywhere else. */
export type Dependencies = {
  config: Pick<Config, "trustedProxies" | "sessionRequestsPerMinute">;
  storage: Storage;
  secrets: Secrets;
  asked: AskedInterview;
  /** Interviews that this installation asked before; their entries and values stay allowed. */
  earlier: Interview[];
  /** The built browser app; a service without one answers the calls only. */
  site: Site | undefined;
  /** Epoch milliseconds. */
  clock: () => number;
  logger: FastifyBaseLogger;
};

/** Node's own time-outs: they end slow and idle connections long before they can starve others. */
const HTTP_LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  // Node's own answer to its absence has no security header; the first hook refuses it instead
  requireHostHeader: false,
};

/** The service, ready to listen or to be asked by a test. */
export async function buildApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { config, logger } = dependencies;
  z.config(z.locales.en());
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    requestTimeout: HTTP_LIMITS.requestTimeout,
    keepAliveTimeout: HTTP_LIMITS.keepAliveTimeout,
    forceCloseConnections: "idle",
    // what still arrives while the server stops is served, and its connection closed after it
    return503OnClosing: false,
    http: HTTP_LIMITS,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_error, _request, reply) => answerSafely(reply, "BAD_REQUEST"),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerErrors(app);
  acceptJsonOnly(app);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
    const lacksHost = request.headers.host === undefined && request.raw.httpVersion === "1.1";
    done(lacksHost ? new CatalogueError("BAD_REQUEST") : undefined);
  });
  // an expectation that nobody knows may be ignored (RFC 9110 §10.1.1); Node's 417 has no security header
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  logRequests(app);
  await app.register(rateLimit, { global: false, ipv6Subnet: 64 });
  await app.register(swagger, {
    openapi: { openapi: "3.1.0", info: { title: "Firsthand", version } },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: "any" } }),
  });
  guardRoutes(app, dependencies);
  authRoutes(app, dependencies);
  onboardingRoutes(app, dependencies);
  documentRoutes(app, dependencies);
  probeRoutes(app, dependencies);
  if (dependencies.site) await siteRoutes(app, dependencies.site);
  return app;
}

/** Fastify also takes text/plain by itself, which a foreign page could send without asking. */
function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    // an empty body is no JSON, but a call without data may well announce it
    if (body === "") done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/** One line a request, with the route's pattern: an address may hold anything, a key pasted into it too. */
function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? "none",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "request",
    );
    done();
  });
}

/** What Node's parser cannot read as HTTP never reaches a route. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: import("node:net").Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return;
  const status =
    error.code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
  const headers = Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
  const body = JSON.stringify({
    code: "BAD_REQUEST",
    message: "The request could not be understood.",
    requestId: "",
  });
  socket.end(
    `HTTP/1.1 ${status}\r\n${headers.join("")}Content-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
