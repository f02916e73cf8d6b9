import type { FastifyInstance, FastifyRequest } from "fastify";
import { neededScopes, type ScopeRule } from "#contract/api/scopes.ts";
import { keepAnswers } from "../http/answer-once.ts";
import { CatalogError } from "../http/errors.ts";
import { operatorCheck } from "../http/operator-token.ts";
import { createLimit, throwIfLimited } from "../limits/limit.ts";
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
    /** Set where the session belongs to a helper of the client. */
    helper: StoredHelper | undefined;
    /** Set where the caller is a manager. */
    signedIn: SignedInManager | undefined;
  }
}

const SAFE = ["GET", "HEAD"];

/** Every route declares who may call it (`route-table.ts`); any other caller is refused. */
export function guardRoutes(app: FastifyInstance, { storage, clock, config }: Dependencies): void {
  const requests = createLimit(app, {
    name: "session",
    max: config.sessionRequestsPerMinute,
    windowMs: 60_000,
    keyOf: (request) => request.session?.tokenHash ?? request.signedIn?.tokenHash ?? "",
  });
  const noteUse = createUseNoter(clock);
  const isOperator = config.metricsToken === undefined ? undefined : operatorCheck(config.metricsToken);

  // stored answers belong to one credential, so that a manager's token cannot replay an answer given to the person
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
    if (config.sessionRequestsPerMinute > 0) throwIfLimited(await requests.countAndTell(request, reply));
  });

  // after each change by an administrator, the audit head goes to the log, where an intruder cannot alter it
  app.addHook("onResponse", async (request, reply) => {
    const isAct = request.signedIn?.manager.role === "administrator" && !SAFE.includes(request.method);
    if (!isAct || reply.statusCode >= 400) return;
    await noteAuditHead(storage, request.log).catch((error) =>
      request.log.warn({ err: error }, "could not read the head of the audit log"),
    );
  });

  // the session may have ended between the request's headers and its body, so it is checked again
  app.addHook("preValidation", async (request) => {
    const isLate = await hasEnded(request);
    if (isLate) throw new CatalogError("UNAUTHORIZED");
  });

  async function hasEnded(request: FastifyRequest): Promise<boolean> {
    if (request.body === undefined || request.body === null) return false;
    if (request.routeOptions.config.guardsItsWrite) return false;
    if (request.session) return !(await findSession(storage, request.headers.authorization, clock()));
    return request.signedIn !== undefined && !(await findManager(request, storage, clock()));
  }

  function admitOperator({ headers }: FastifyRequest): void {
    if (!isOperator?.(headers.authorization)) throw new CatalogError("UNAUTHORIZED");
  }

  async function admitClient(request: FastifyRequest): Promise<void> {
    const session = await findSession(storage, request.headers.authorization, clock());
    if (!session) throw new CatalogError("UNAUTHORIZED");
    request.session = session;
    const { tokenHash, clientId, helperId } = session;
    if (helperId !== null) await admitHelper(request, { clientId, helperId });
    if (isUseDue(session, clock()))
      noteUse(request, { tokenHash, note: (at) => storage.sessions.touch(tokenHash, at) });
  }

  /** A helper may make only the calls marked as for helpers. */
  async function admitHelper(request: FastifyRequest, { clientId, helperId }: HelperIds): Promise<void> {
    const helper = await storage.helpers.find(clientId, helperId);
    if (!helper) throw new CatalogError("UNAUTHORIZED");
    if (!request.routeOptions.config.endpoint?.isForHelpers) throw new CatalogError("FORBIDDEN");
    request.helper = helper;
  }

  async function admitManager(request: FastifyRequest, caller: "manager" | "administrator"): Promise<void> {
    const signedIn = await findManager(request, storage, clock());
    if (!signedIn) throw new CatalogError("UNAUTHORIZED");
    request.signedIn = signedIn;
    const { tokenHash, noteUse: note, manager } = signedIn;
    if (note) noteUse(request, { tokenHash, note });
    if (caller === "administrator" && manager.role !== "administrator") throw new CatalogError("FORBIDDEN");
    const { isBeforeSecondFactor, endpoint } = request.routeOptions.config;
    refuseUnfitToken(signedIn, endpoint?.scope);
    if (!isBeforeSecondFactor && owesSecondFactor(signedIn, config.secondFactorDuty))
      throw new CatalogError("SECOND_FACTOR_MISSING");
  }
}

type HelperIds = { clientId: string; helperId: string };

/** A token permits only its scopes, whatever its owner's role. */
export function refuseUnfitToken({ by, scopes = [] }: SignedInManager, rule: ScopeRule | undefined): void {
  if (by !== "token") return;
  if (rule === undefined) throw new CatalogError("TOKEN_NOT_ENOUGH");
  const scope = neededScopes(rule).find((needed) => !scopes.includes(needed));
  if (scope !== undefined) throw new CatalogError("SCOPE_MISSING", {}, {}, { scope });
}

/** The manager who makes the call; undefined for any other caller. */
export function findManager(
  request: FastifyRequest,
  storage: Pick<Storage, "apiTokens" | "managerSessions">,
  now: number,
): Promise<SignedInManager | undefined> {
  const { authorization } = request.headers;
  return findSignedIn(storage, { cookie: sessionCookie(request), authorization, now });
}

type Use = { tokenHash: string; note: (at: number) => Promise<void> };

/** Requests do not wait for this write, nor fail with it: reading works even while the database cannot write. */
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

/** The session in a route that only clients may call. */
export function clientSession(request: FastifyRequest): FoundSession {
  if (!request.session) throw new Error("This route does not ask for a client");
  return request.session;
}

/** The manager in a route that only managers may call. */
export function signedInManager(request: FastifyRequest): SignedInManager {
  if (!request.signedIn) throw new Error("This route does not ask for a manager");
  return request.signedIn;
}

/** The same for what only a person may do: a leaked token must not be able to outlive its revocation. */
export function signedInPerson(request: FastifyRequest): SignedInManager {
  const signedIn = signedInManager(request);
  if (signedIn.by === "token") throw new CatalogError("TOKEN_NOT_ENOUGH");
  return signedIn;
}

/** A small compressed body can unpack to a huge one, and our own clients never send one. */
function refuseCompressedBody(request: FastifyRequest): void {
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") throw new CatalogError("UNSUPPORTED_MEDIA_TYPE");
}
