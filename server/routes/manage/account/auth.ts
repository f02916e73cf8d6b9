import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Me } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import {
  SIGN_IN_FAILURES,
  SIGN_IN_FAILURES_PER_HOUR,
  SIGN_IN_FAILURES_WINDOW_MINUTES,
} from "#contract/manage/limits.ts";
import type { Entered } from "#contract/manage/second-factor.ts";
import { CatalogueError } from "../../../http/errors.ts";
import { serve } from "../../../http/serve.ts";
import { createLimit, waitIfAny } from "../../../limits/limit.ts";
import { setPasswordByLink } from "../../../managers/accounts.ts";
import { eventOf } from "../../../managers/actor.ts";
import { type Entry, enter, passSecondStep } from "../../../managers/complete-sign-in.ts";
import { sessionCookie, setSessionCookie } from "../../../managers/console-cookie.ts";
import { endManagerSession } from "../../../managers/manager-sessions.ts";
import { toMeView } from "../../../managers/manager-view.ts";
import { checkSignIn } from "../../../managers/sign-in.ts";
import type { StoredManager } from "../../../storage/managers/managers.ts";
import { findManager } from "../../authentication.ts";
import type { Dependencies } from "../../dependencies.ts";
import { actorOf, arrivalOf } from "../request-actor.ts";

const BODY_MAX_BYTES = 4 * 1024;

/** How a manager comes in and goes. */
export function manageAuthRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, passwords, clock, config } = dependencies;
  const failures = failureCounter(app);

  serve(
    app,
    manageEndpoints.signIn,
    async (request, reply) => {
      if (config.isOpenIdOnly) throw new CatalogueError("PASSWORDS_OFF");
      const actor = actorOf(request, clock());
      await failures.refuse(request);
      const verdict = await checkSignIn({ storage, passwords }, request.body);
      // of guesses that come at once, those after the limit learn nothing
      await failures.refuse(request);
      if ("manager" in verdict) return await letIn(reply, verdict.manager, "password");
      await failures.count(request);
      const { refusal, managerId = "" } = verdict;
      await storage.audit.record(
        eventOf(actor, "manager.refused", { detail: `${refusal} ${managerId}`.trim() }),
      );
      throw new CatalogueError("SIGN_IN_REFUSED");
    },
    { bodyLimit: BODY_MAX_BYTES },
  );

  serve(
    app,
    manageEndpoints.useLink,
    async (request, reply) => {
      const manager = await setPasswordByLink(dependencies, request.body, actorOf(request, clock()));
      if (!manager) throw new CatalogueError("LINK_REFUSED");
      return await letIn(reply, manager, "link");
    },
    { bodyLimit: BODY_MAX_BYTES },
  );

  serve(
    app,
    manageEndpoints.passSecondStep,
    async (request, reply) => {
      await failures.refuseAddress(request);
      const entry = await passSecondStep(storage, request.body, arrivalOf(request, clock()));
      if (!(entry instanceof CatalogueError)) return await beginSession(reply, entry);
      await failures.countAddress(request);
      throw entry;
    },
    { bodyLimit: BODY_MAX_BYTES },
  );

  serve(app, manageEndpoints.signOut, async (request, reply) => {
    await endManagerSession(storage, sessionCookie(request), actorOf(request, clock()));
    setSessionCookie(reply, undefined);
    return {};
  });

  serve(app, manageEndpoints.findSession, async (request) => {
    const signedIn = await findManager(request, storage, clock());
    return { me: signedIn ? await toMeView(dependencies, signedIn) : null };
  });

  /** Where a second factor is on, there is no session yet and no cookie. */
  async function letIn(
    reply: FastifyReply,
    manager: StoredManager,
    way: "password" | "link",
  ): Promise<Entered> {
    const entered = await enter(storage, manager, { ...arrivalOf(reply.request, clock()), way });
    return "stepToken" in entered ? entered : beginSession(reply, entered);
  }

  function beginSession(reply: FastifyReply, { manager, ...session }: Entry): Promise<Me> {
    setSessionCookie(reply, session);
    return toMeView(dependencies, { manager, by: "session", expiresAt: session.expiresAt });
  }
}

/** Failures are counted by account and address, and by address alone; successes are not. */
function failureCounter(app: FastifyInstance) {
  const accountOf = (request: FastifyRequest) => (request.body as { email?: string }).email ?? "";
  const ofAccount = createLimit(app, {
    name: "sign-in/account",
    max: SIGN_IN_FAILURES,
    windowMs: SIGN_IN_FAILURES_WINDOW_MINUTES * 60_000,
    keyOf: (request) => `${request.ip} ${accountOf(request)}`,
  });
  const ofAddress = createLimit(app, {
    name: "sign-in/address",
    max: SIGN_IN_FAILURES_PER_HOUR,
    windowMs: 3_600_000,
  });
  const both = [ofAccount, ofAddress];
  return {
    async count(request: FastifyRequest): Promise<void> {
      for (const limit of both) await limit.count(request);
    },
    async refuse(request: FastifyRequest): Promise<void> {
      for (const limit of both) waitIfAny(await limit.look(request));
    },
    /** For codes, whose account waits by itself. */
    countAddress: async (request: FastifyRequest) => void (await ofAddress.count(request)),
    refuseAddress: async (request: FastifyRequest) => waitIfAny(await ofAddress.look(request)),
  };
}
