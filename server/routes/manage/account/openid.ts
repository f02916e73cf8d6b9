import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { SIGN_IN_FAILURES_PER_HOUR } from "#contract/manage/limits.ts";
import type { OpenIdRefusal } from "#contract/manage/openid.ts";
import { CatalogError, knownFailure } from "../../../http/errors.ts";
import { serve } from "../../../http/serve.ts";
import { createLimit } from "../../../limits/limit.ts";
import { eventOf } from "../../../managers/actor.ts";
import { flowCookie, setFlowCookie, setSessionCookie } from "../../../managers/console-cookie.ts";
import { openManagerSession } from "../../../managers/manager-sessions.ts";
import { noteNewPlace } from "../../../managers/note-new-place.ts";
import { handleCallback } from "../../../openid/callback.ts";
import { flowOf, newFlow } from "../../../openid/flow.ts";
import type { RefusedPerson } from "../../../openid/link-account.ts";
import type { OpenIdProvider } from "../../../openid/provider.ts";
import { ProviderFailure } from "../../../openid/provider-failure.ts";
import type { Dependencies } from "../../dependencies.ts";
import { actorOf, signInActorOf } from "../request-actor.ts";

/** The only address these routes redirect to, apart from the provider's. */
const CONSOLE = "/console/";
const SEE_OTHER = 303;
/**
 * Sign-in of managers by OpenID Connect (decision 22). A person is watching, so every refusal redirects to the console.
 */
export function openIdRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, clock } = dependencies;
  const failures = failureCounter(app);

  serve(
    app,
    manageEndpoints.beginOpenId,
    async (request, reply) => {
      const openId = providerOf(dependencies);
      if (await failures.areSpent(request)) return refuse(reply, "too-many");
      const { text, flow } = newFlow(clock());
      const address = await openId.signInAddress(flow, { isAnew: request.query.anew !== undefined });
      setFlowCookie(reply, text);
      return reply.redirect(address.href, SEE_OTHER);
    },
    { errorHandler: leadBack },
  );

  serve(
    app,
    manageEndpoints.endOpenId,
    async (request, reply) => {
      const openId = providerOf(dependencies);
      const actor = actorOf(request, clock());
      const { search } = new URL(request.url, "http://localhost");
      const flow = flowOf(flowCookie(request), actor.at);
      // a flow may be used once only, whatever its outcome
      setFlowCookie(reply, undefined);
      if (await failures.areSpent(request)) return refuse(reply, "too-many");
      const admission = await handleCallback({ storage, openId }, { flow, search }, actor);
      if (!("manager" in admission)) return refusePerson(reply, admission);
      const { manager } = admission;
      const arrival = { ...signInActorOf(request, actor.at), way: "openid" as const };
      setSessionCookie(reply, await openManagerSession(storage, manager, arrival));
      await noteNewPlace(dependencies, manager, { ...arrival, reply });
      return reply.redirect(CONSOLE, SEE_OTHER);
    },
    {
      config: { isReachedFromElsewhere: true },
      errorHandler: leadBack,
    },
  );

  async function refusePerson(reply: FastifyReply, refused: RefusedPerson): Promise<FastifyReply> {
    const { request } = reply;
    const { refusal, cause, managerId = "", reason } = refused;
    // a person who cancels at the provider has not failed
    if (reason !== undefined && refusal !== "canceled") logFailure(request, refusal, reason);
    await failures.count(request);
    const detail = `openid ${cause} ${managerId}`.trim();
    await storage.audit.record(eventOf(actorOf(request, clock()), "manager.refused", { detail }));
    return refuse(reply, refusal);
  }
}

function providerOf({ openId }: Dependencies): OpenIdProvider {
  if (!openId) throw new CatalogError("NOT_FOUND");
  return openId;
}

/** Counts refusals by address; no account's password can be guessed here. */
function failureCounter(app: FastifyInstance) {
  const limit = createLimit(app, {
    name: "openid/address",
    max: SIGN_IN_FAILURES_PER_HOUR,
    windowMs: 3_600_000,
  });
  return {
    count: async (request: FastifyRequest) => void (await limit.count(request)),
    areSpent: async (request: FastifyRequest) => (await limit.look(request)) > 0,
  };
}

/** The reason is in the URL's fragment, which browsers send to no server, so that no log contains it. */
function refuse(reply: FastifyReply, refusal: OpenIdRefusal): FastifyReply {
  return reply.redirect(`${CONSOLE}#refused=${refusal}`, SEE_OTHER);
}

/** Redirects to the console with the reason of a failure; where OpenID is off, the usual error handler answers. */
function leadBack(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof ProviderFailure) {
    logFailure(request, error.refusal, error.message);
    refuse(reply, error.refusal);
    return;
  }
  const known = knownFailure(request, error);
  if (known.code === "NOT_FOUND") throw known;
  refuse(reply, known.code === "FOREIGN_REQUEST" ? "expired" : "server-fault");
}

function logFailure(request: FastifyRequest, refusal: OpenIdRefusal, reason: string): void {
  request.log.warn({ refusal, reason }, "sign-in by OpenID Connect failed");
}
