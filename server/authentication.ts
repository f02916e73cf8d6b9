import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Caller } from "#contract/endpoints.ts";
import type { Dependencies } from "./app.ts";
import { CatalogueError } from "./errors.ts";
import { findSession, isUseDue } from "./sessions/sessions.ts";
import type { Session } from "./storage/storage.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may call the route; a route without it is refused at registration. */
    caller?: Caller;
  }
  interface FastifyRequest {
    session: Session | undefined;
  }
}

/** Every route says who may call it, and nobody else comes through. */
export function guardRoutes(app: FastifyInstance, { storage, clock, config }: Dependencies): void {
  const countRequest = app.createRateLimit({
    max: config.sessionRequestsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => request.session?.tokenHash ?? "",
  });

  const noting = new Set<string>();
  /** No request waits for it or fails with it: what can be read is answered while nothing can be written. */
  function noteUse(request: FastifyRequest, session: Session): void {
    const { tokenHash } = session;
    if (!isUseDue(session, clock()) || noting.has(tokenHash)) return;
    noting.add(tokenHash);
    storage
      .touchSession(tokenHash, clock())
      .catch((error) => request.log.warn({ err: error }, "the use of a session could not be noted"))
      .finally(() => noting.delete(tokenHash));
  }

  app.decorateRequest("session", undefined);
  app.addHook("onRoute", ({ method, url, config: route }) => {
    if (!route?.caller) throw new Error(`${String(method)} ${url} does not say who may call it`);
  });
  app.addHook("onRequest", async (request) => {
    refuseCompressedBody(request);
    const caller = request.routeOptions.config.caller ?? "nobody";
    if (caller === "nobody") return;
    request.session = await findSession(storage, request.headers.authorization, clock());
    if (!request.session) throw new CatalogueError("UNAUTHORIZED");
    noteUse(request, request.session);
    // sessions are the clients'; the other callers have none yet
    if (caller !== "client") throw new CatalogueError("FORBIDDEN");
    if (config.sessionRequestsPerMinute === 0) return;
    const limit = await countRequest(request);
    if (!limit.isAllowed && limit.isExceeded) {
      throw new CatalogueError("RATE_LIMITED", {}, { "retry-after": String(limit.ttlInSeconds) });
    }
  });
}

/** The session of a route that only clients may call. */
export function clientSession(request: FastifyRequest): Session {
  if (!request.session) throw new Error("This route does not ask for a client");
  return request.session;
}

/** A small compressed body can unpack to a huge one; no client of ours sends any. */
function refuseCompressedBody(request: FastifyRequest): void {
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") throw new CatalogueError("UNSUPPORTED_MEDIA_TYPE");
}
