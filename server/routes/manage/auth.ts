import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { successSchema } from "#contract/calls.ts";
import {
  doneSchema,
  meSchema,
  signInRequestSchema,
  useLinkRequestSchema,
} from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import {
  SIGN_IN_FAILURES,
  SIGN_IN_FAILURES_PER_HOUR,
  SIGN_IN_FAILURES_WINDOW_MINUTES,
} from "#contract/manage/limits.ts";
import type { Dependencies } from "../../app.ts";
import { CatalogueError } from "../../errors.ts";
import { setPasswordByLink } from "../../managers/accounts.ts";
import { eventOf } from "../../managers/actor.ts";
import { sessionCookie, setSessionCookie } from "../../managers/console-cookie.ts";
import { endManagerSession, openManagerSession, type SignInWay } from "../../managers/manager-sessions.ts";
import { checkSignIn } from "../../managers/sign-in.ts";
import { tellMe } from "../../managers/told-manager.ts";
import type { StoredManager } from "../../storage/managers.ts";
import { routeOf } from "../route.ts";
import { actorOf } from "./request-actor.ts";

const BODY_MAX_BYTES = 4 * 1024;

/** How a manager comes in and goes. */
export function manageAuthRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, passwords, clock, config } = dependencies;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const failures = failureCounter(app);

  routes.route({
    ...routeOf(manageEndpoints.signIn),
    bodyLimit: BODY_MAX_BYTES,
    schema: {
      summary: manageEndpoints.signIn.summary,
      body: signInRequestSchema,
      response: { 200: successSchema(meSchema) },
    },
    async handler(request, reply) {
      if (config.isOpenIdOnly) throw new CatalogueError("PASSWORDS_OFF");
      const actor = actorOf(request, clock());
      await failures.refuse(request);
      const verdict = await checkSignIn({ storage, passwords }, request.body);
      // of guesses that come at once, those after the limit learn nothing
      await failures.refuse(request);
      if ("manager" in verdict) return { data: await signIn(reply, verdict.manager, "password") };
      await failures.count(request);
      const { refusal, managerId = "" } = verdict;
      await storage.recordEvent(
        eventOf(actor, "manager.refused", { detail: `${refusal} ${managerId}`.trim() }),
      );
      throw new CatalogueError("SIGN_IN_REFUSED");
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.useLink),
    bodyLimit: BODY_MAX_BYTES,
    schema: {
      summary: manageEndpoints.useLink.summary,
      body: useLinkRequestSchema,
      response: { 200: successSchema(meSchema) },
    },
    async handler(request, reply) {
      const manager = await setPasswordByLink(dependencies, request.body, actorOf(request, clock()));
      if (!manager) throw new CatalogueError("LINK_REFUSED");
      return { data: await signIn(reply, manager, "link") };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.signOut),
    schema: { summary: manageEndpoints.signOut.summary, response: { 200: successSchema(doneSchema) } },
    async handler(request, reply) {
      await endManagerSession(storage, sessionCookie(request), actorOf(request, clock()));
      setSessionCookie(reply, undefined);
      return { data: {} };
    },
  });

  async function signIn(reply: FastifyReply, manager: StoredManager, way: SignInWay) {
    const session = await openManagerSession(storage, manager, { ...actorOf(reply.request, clock()), way });
    setSessionCookie(reply, session);
    return tellMe(dependencies, manager, session.expiresAt);
  }
}

/** Failures are counted by account and address, and by address alone; successes are not. */
function failureCounter(app: FastifyInstance) {
  const accountOf = (request: FastifyRequest) => (request.body as { email?: string }).email ?? "";
  const limits = [
    app.createRateLimit({
      max: SIGN_IN_FAILURES,
      timeWindow: SIGN_IN_FAILURES_WINDOW_MINUTES * 60_000,
      keyGenerator: (request) => `${request.ip} ${accountOf(request)}`,
    }),
    app.createRateLimit({ max: SIGN_IN_FAILURES_PER_HOUR, timeWindow: 3_600_000 }),
  ];
  return {
    async count(request: FastifyRequest): Promise<void> {
      for (const limit of limits) await limit(request);
    },
    async refuse(request: FastifyRequest): Promise<void> {
      for (const limit of limits) {
        const spent = await limit(request, { increment: false });
        if (!spent.isAllowed && spent.remaining === 0)
          throw new CatalogueError("RATE_LIMITED", {}, { "retry-after": String(spent.ttlInSeconds) });
      }
    },
  };
}
