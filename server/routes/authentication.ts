import type { FastifyInstance, FastifyRequest } from "fastify";
import { neededScopes, type ScopeRule } from "#contract/api/scopes.ts";
import { keepAnswers } from "../http/answer-once.ts";
import { CatalogueError } from "../http/errors.ts";
import { operatorCheck } from "../http/operator-token.ts";
import { createLimit, waitIfAny } from "../limits/limit.ts";
import { refuseForeignRequest, sessionCookie } from "../managers/console-cookie.ts";
import { findSignedIn, type SignedInManager } from "../managers/manager-sessions.ts";
import { noteAuditHead } from "../managers/note-audit-head.ts";
import { owesSecondFactor } from "../managers/second-factor-duty.ts";
import { findSession, isUseDue } from "../sessions/sessions.ts";
import type { StoredHelper } from "../storage/access/helping.ts";
import type { FoundSession } from "../storage/access/sessions.ts";
import type { Storage } from "../storage/storage.ts";
import type { Dependencies } from "./dependencies.ts";

declare module "fastify" {
  interface FastifyRequest {
    session: FoundSession | undefined;
    /** Of the session, where a helper of the client has it. */
    helper: StoredHelper | undefined;
    /** Of the manager's side. */
    signedIn: SignedInManager | undefined;
  }
}

const SAFE = ["GET", "HEAD"];

/** Every route says who may call it (`route-table.ts`), and nobody else comes through. */
export function guardRoutes(app: FastifyInstance, { storage, clock, config }: Dependencies): void {
  const requests = createLimit(app, {
    name: "session",
    max: config.sessionRequestsPerMinute,
    windowMs: 60_000,
    keyOf: (request) => request.session?.tokenHash ?? request.signedIn?.tokenHash ?? "",
  });
  const noteUse = createUseNoter(clock);
  const isOperator = config.metricsToken === undefined ? undefined : operatorCheck(config.metricsToken);

  // a credential's own answers: what a person may do, a token of theirs never repeats
  keepAnswers(app, { storage, clock, callerOf: (request) => signedInManager(request).tokenHash });
  app.decorate("publicAddress", new URL(config.publicUrl));
  app.decorateRequest("session", undefined);
  app.decorateRequest("helper", undefined);
  app.decorateRequest("signedIn", undefined);
  app.addHook("onRequest", async (request, reply) => {
    refuseCompressedBody(request);
    refuseForeignRequest(request);
    const caller = request.routeOptions.config.caller ?? "nobody";
    if (caller === "nobody") return;
    if (caller === "operator") return admitOperator(request);
    if (caller === "client") await admitClient(request);
    else await admitManager(request, caller);
    if (config.sessionRequestsPerMinute > 0) waitIfAny(await requests.countAndTell(request, reply));
  });

  // an intruder's act is noted where the intruder cannot reach it
  app.addHook("onResponse", async (request, reply) => {
    const isAct = request.signedIn?.manager.role === "administrator" && !SAFE.includes(request.method);
    if (!isAct || reply.statusCode >= 400) return;
    await noteAuditHead(storage, request.log).catch((error) =>
      request.log.warn({ err: error }, "could not read the head of the audit log"),
    );
  });

  // a request that began before the end of the session, and brings its body after it, is too late as well (P23)
  app.addHook("preValidation", async (request) => {
    const isLate = await hasEnded(request);
    if (isLate) throw new CatalogueError("UNAUTHORIZED");
  });

  async function hasEnded(request: FastifyRequest): Promise<boolean> {
    if (request.body === undefined || request.body === null) return false;
    if (request.routeOptions.config.guardsItsWrite) return false;
    if (request.session) return !(await findSession(storage, request.headers.authorization, clock()));
    return request.signedIn !== undefined && !(await findManager(request, storage, clock()));
  }

  function admitOperator({ headers }: FastifyRequest): void {
    if (!isOperator?.(headers.authorization)) throw new CatalogueError("UNAUTHORIZED");
  }

  async function admitClient(request: FastifyRequest): Promise<void> {
    const session = await findSession(storage, request.headers.authorization, clock());
    if (!session) throw new CatalogueError("UNAUTHORIZED");
    request.session = session;
    const { tokenHash, clientId, helperId } = session;
    if (helperId !== null) await admitHelper(request, { clientId, helperId });
    if (isUseDue(session, clock()))
      noteUse(request, { tokenHash, note: (at) => storage.sessions.touch(tokenHash, at) });
  }

  /** A helper makes the calls that are for helpers, and no other. */
  async function admitHelper(request: FastifyRequest, { clientId, helperId }: HelperIds): Promise<void> {
    const helper = await storage.helpers.find(clientId, helperId);
    if (!helper) throw new CatalogueError("UNAUTHORIZED");
    if (!request.routeOptions.config.endpoint?.isForHelpers) throw new CatalogueError("FORBIDDEN");
    request.helper = helper;
  }

  async function admitManager(request: FastifyRequest, caller: "manager" | "administrator"): Promise<void> {
    const signedIn = await findManager(request, storage, clock());
    if (!signedIn) throw new CatalogueError("UNAUTHORIZED");
    request.signedIn = signedIn;
    const { tokenHash, noteUse: note, manager } = signedIn;
    if (note) noteUse(request, { tokenHash, note });
    if (caller === "administrator" && manager.role !== "administrator") throw new CatalogueError("FORBIDDEN");
    const { isBeforeSecondFactor, endpoint } = request.routeOptions.config;
    refuseUnfitToken(signedIn, endpoint?.scope);
    if (!isBeforeSecondFactor && owesSecondFactor(signedIn, config.secondFactorDuty))
      throw new CatalogueError("SECOND_FACTOR_MISSING");
  }
}

type HelperIds = { clientId: string; helperId: string };

/** A token is good for its scopes and nothing else, no matter who owns it. */
export function refuseUnfitToken({ by, scopes = [] }: SignedInManager, rule: ScopeRule | undefined): void {
  if (by !== "token") return;
  if (rule === undefined) throw new CatalogueError("TOKEN_NOT_ENOUGH");
  const scope = neededScopes(rule).find((needed) => !scopes.includes(needed));
  if (scope !== undefined) throw new CatalogueError("SCOPE_MISSING", {}, {}, { scope });
}

/** The provider's manager who makes the call; undefined for anybody else. */
export function findManager(
  request: FastifyRequest,
  storage: Pick<Storage, "apiTokens" | "managerSessions">,
  now: number,
): Promise<SignedInManager | undefined> {
  const { authorization } = request.headers;
  return findSignedIn(storage, { cookie: sessionCookie(request), authorization, now });
}

type Use = { tokenHash: string; note: (at: number) => Promise<void> };

/** No request waits for it or fails with it: what can be read is answered while nothing can be written. */
function createUseNoter(clock: () => number) {
  const noting = new Set<string>();
  return (request: FastifyRequest, { tokenHash, note }: Use): void => {
    if (noting.has(tokenHash)) return;
    noting.add(tokenHash);
    note(clock())
      .catch((error) => request.log.warn({ err: error }, "could not record the use of a session"))
      .finally(() => noting.delete(tokenHash));
  };
}

/** The session of a route that only clients may call. */
export function clientSession(request: FastifyRequest): FoundSession {
  if (!request.session) throw new Error("This route does not ask for a client");
  return request.session;
}

/** The manager who makes a call that only managers may make. */
export function signedInManager(request: FastifyRequest): SignedInManager {
  if (!request.signedIn) throw new Error("This route does not ask for a manager");
  return request.signedIn;
}

/** The same for what a person alone may do: a token that leaked must not be able to outlive itself. */
export function signedInPerson(request: FastifyRequest): SignedInManager {
  const signedIn = signedInManager(request);
  if (signedIn.by === "token") throw new CatalogueError("TOKEN_NOT_ENOUGH");
  return signedIn;
}

/** A small compressed body can unpack to a huge one; no client of ours sends any. */
function refuseCompressedBody(request: FastifyRequest): void {
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") throw new CatalogueError("UNSUPPORTED_MEDIA_TYPE");
}
