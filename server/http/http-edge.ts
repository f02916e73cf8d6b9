import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger, FastifyBodyParser, FastifyInstance } from "fastify";
import { isAmbiguous } from "./ambiguous-request.ts";
import { destroySoon } from "./connections.ts";
import { closeWhenStopping } from "./drain.ts";
import { CatalogError, failure, noRouteError, RETRY_AFTER } from "./errors.ts";
import { tidyForwardedFor } from "./forwarded-for.ts";
import { warnOfUntrustedProxy } from "./forwarding.ts";
import { isTooDeep } from "./json-depth.ts";
import { REQUEST_ID_HEADER } from "./request-id.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";

/** Node's own timeouts: they end slow and idle connections long before these can starve others. */
export const HTTP_LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 15_000,
  // short, so that slow requests end close to their limits
  connectionsCheckingInterval: 500,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  // without this header, Node's own answer would lack the security headers; `isAmbiguous` refuses such requests instead
  requireHostHeader: false,
};

/** A partial object to merge into the existing one (RFC 7396). */
export const MERGE_PATCH = "application/merge-patch+json";

/** Rules for every request, applied before any route. */
export function guardEdge(app: FastifyInstance, isStopping: () => boolean): void {
  acceptJsonOnly(app);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(SECURITY_HEADERS).header(REQUEST_ID_HEADER, request.id);
    tidyForwardedFor(request.raw);
    // closing the connection also leaves unanswered whatever follows on it
    if (isAmbiguous(request.raw)) return done(new CatalogError("BAD_REQUEST", {}, { connection: "close" }));
    // refused before its body is read, because the request has no route
    done(request.is404 ? noRouteError(app, request) : undefined);
  });
  warnOfUntrustedProxy(app);
  // after all other refusals: no id contains a null character, and PostgreSQL rejects it in text
  app.addHook("preHandler", (request, _reply, done) => {
    const ids = Object.values(request.params ?? {});
    done(ids.some((id) => String(id).includes("\0")) ? new CatalogError("NOT_FOUND") : undefined);
  });
  // an unknown expectation may be ignored (RFC 9110 §10.1.1); Node's own 417 answer lacks the security headers
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  logRequests(app);
  closeWhenStopping(app, isStopping);
}

/** By default Fastify also accepts text/plain, which another site's page could send without a CORS preflight. */
function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  const take: FastifyBodyParser<string> = (request, body, done) => {
    // an empty body is not JSON, but a call without data may still announce the type
    if (body === "") done(null, undefined);
    else if (isTooDeep(body)) done(new CatalogError("INVALID_JSON"));
    else void parse(request, body, done);
  };
  app.addContentTypeParser("application/json", { parseAs: "string" }, take);
  app.addContentTypeParser(MERGE_PATCH, { parseAs: "string" }, (request, body: string, done) => {
    if (request.method === "PATCH") take(request, body, done);
    else done(new CatalogError("UNSUPPORTED_MEDIA_TYPE"));
  });
}

/**
 * Logs one line per request, with the route's pattern: the URL itself may contain anything, even a pasted access key.
 */
function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? "none",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.failureCode && { code: request.failureCode }),
      },
      "request",
    );
    done();
  });
}

const JSON_TYPE = "application/json; charset=utf-8";

/** Answers the request that exceeds its connection's limit, before any route. */
export function excessAnswer(logger: FastifyBaseLogger, noteBroken: () => void): RequestListener {
  return (_request, response) => {
    noteBroken();
    const id = randomUUID();
    const { status, body } = failure("UNAVAILABLE", { requestId: id });
    const text = JSON.stringify(body);
    const ours = { ...SECURITY_HEADERS, ...RETRY_AFTER, [REQUEST_ID_HEADER]: id, connection: "close" };
    response
      .writeHead(status, { ...ours, "content-type": JSON_TYPE, "content-length": text.length })
      .end(text);
    logger.info({ reqId: id, status, reason: "TOO_MANY_UNANSWERED" }, "no request");
  };
}

const BROKEN_STATUS: { [code: string]: string } = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Answers what Node's parser cannot read as HTTP, before any route. */
export function brokenRequestAnswer(logger: FastifyBaseLogger, noteBroken: () => void) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    destroySoon(socket);
    if (error.code === "ECONNRESET" || !socket.writable) return;
    noteBroken();
    const id = randomUUID();
    const status = BROKEN_STATUS[error.code ?? ""] ?? "400 Bad Request";
    const headers = Object.entries({ ...SECURITY_HEADERS, [REQUEST_ID_HEADER]: id });
    const body = JSON.stringify(failure("BAD_REQUEST", { requestId: id }).body);
    socket.end(
      `HTTP/1.1 ${status}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}Content-Type: ${JSON_TYPE}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    logger.info({ reqId: id, status: Number.parseInt(status, 10), reason: error.code }, "no request");
  };
}
