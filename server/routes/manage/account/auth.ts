import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import {
  FORGOTTEN_PER_HOUR,
  FORGOTTEN_PER_HOUR_OF_CALLER,
  KNOWN_PLACE_DAYS,
  SIGN_IN_FAILURES,
  SIGN_IN_FAILURES_OF_ACCOUNT,
  SIGN_IN_FAILURES_PER_HOUR,
  SIGN_IN_FAILURES_WINDOW_MINUTES,
} from "#contract/manage/limits.ts";
import type { SignInResult } from "#contract/manage/second-factor.ts";
import { CatalogError } from "../../../http/errors.ts";
import { serve } from "../../../http/serve.ts";
import { createLimit, networkOf, throwIfLimited } from "../../../limits/limit.ts";
import { setPasswordByLink } from "../../../managers/accounts.ts";
import { eventOf } from "../../../managers/actor.ts";
import {
  continueSignIn,
  type NewManagerSession,
  passSecondStep,
  type SignInCredential,
} from "../../../managers/complete-sign-in.ts";
import { sessionCookie, setSessionCookie } from "../../../managers/console-cookie.ts";
import { endManagerSession, type SignInActor } from "../../../managers/manager-sessions.ts";
import { toMeView } from "../../../managers/manager-view.ts";
import { noteNewPlace } from "../../../managers/note-new-place.ts";
import { oneAtATime } from "../../../managers/one-at-a-time.ts";
import { checkSignIn } from "../../../managers/sign-in.ts";
import type { StoredManager } from "../../../storage/managers/managers.ts";
import { findManager } from "../../authentication.ts";
import { callerTimeZone } from "../../caller-time-zone.ts";
import type { Dependencies } from "../../dependencies.ts";
import { actorOf, signInActorOf } from "../request-actor.ts";
import type { GuessNotice } from "./guess-notice.ts";

/** How a manager signs in and out. */
export function manageAuthRoutes(
  app: FastifyInstance,
  dependencies: Dependencies,
  guesses: GuessNotice,
): void {
  const { storage, passwords, mail, clock, config } = dependencies;
  const failures = failureCounter(app);
  const forgotten = forgottenCounter(app);
  const inTurn = oneAtATime();

  serve(app, manageEndpoints.signIn, async (request, reply) => {
    if (config.isOpenIdOnly) throw new CatalogError("PASSWORDS_OFF");
    const actor = actorOf(request, clock());
    const { email } = request.body;
    const arrival = signInActorOf(request, actor.at);
    await failures.refuseElsewhere(request, () => isKnownPlace(storage, email, arrival));
    // one check at a time for each account and network, so that a single caller cannot fill the queue of the password
    // hasher
    const verdict = await inTurn(`${networkOf(request)} ${email}`, async () => {
      await failures.refuse(request);
      const checked = await checkSignIn({ storage, passwords }, request.body);
      // checked again: of guesses sent in parallel, those beyond the limit learn nothing
      await failures.refuse(request);
      if ("refusal" in checked) await failures.count(request);
      return checked;
    });
    if ("manager" in verdict) return await letIn(reply, verdict.manager, { way: "password" });
    const { refusal, managerId = "" } = verdict;
    await storage.audit.record(
      eventOf(actor, "manager.refused", { detail: `${refusal} ${managerId}`.trim() }),
    );
    if (refusal === "wrong-password") await guesses.count(request, managerId);
    throw new CatalogError("SIGN_IN_REFUSED");
  });

  serve(app, manageEndpoints.useLink, async (request, reply) => {
    const actor = actorOf(request, clock());
    const set = await inTurn(request.body.token, () => setPasswordByLink(dependencies, request.body, actor));
    if (!set) throw new CatalogError("LINK_REFUSED");
    return await letIn(reply, set.manager, { way: "link", passwordHash: set.passwordHash });
  });

  serve(app, manageEndpoints.forgotPassword, async (request, reply) => {
    if (config.isOpenIdOnly) throw new CatalogError("PASSWORDS_OFF");
    throwIfLimited(await forgotten.ofCaller.count(request));
    const isHeard = (await forgotten.ofAddress.count(request)) === 0;
    // the account is looked up later, so that the time to answer does not reveal whether the address has one
    if (isHeard && mail.isOn) {
      const { at, requestId, address } = actorOf(request, clock());
      const from = { ...(requestId && { requestId }), ...(address && { address }) };
      await storage.mail.queueForgottenPassword({ email: request.body.email, at }, from);
      mail.worker.wake();
    }
    return reply.code(202).send({ data: { sendsMail: mail.isOn } });
  });

  serve(app, manageEndpoints.passSecondStep, async (request, reply) => {
    await failures.refuseAddress(request);
    const arrival = signInActorOf(request, clock());
    const entry = await passSecondStep(storage, request.body, arrival);
    if (!(entry instanceof CatalogError)) return await beginSession(reply, entry, arrival);
    await failures.countAddress(request);
    throw entry;
  });

  serve(app, manageEndpoints.signOut, async (request, reply) => {
    await endManagerSession(storage, sessionCookie(request), actorOf(request, clock()));
    setSessionCookie(reply, undefined);
    return {};
  });

  serve(app, manageEndpoints.findSession, async (request) => {
    const signedIn = await findManager(request, storage, clock());
    // a sign-in by OpenID Connect makes no other API call before this one
    if (signedIn?.by === "session") await noteTimeZone(request, signedIn.manager);
    return { me: signedIn ? await toMeView(dependencies, signedIn) : null };
  });

  /** Where a second factor is on, returns a step token instead of a session and sets no session cookie. */
  async function letIn(
    reply: FastifyReply,
    manager: StoredManager,
    entrance: SignInCredential,
  ): Promise<SignInResult> {
    const arrival = signInActorOf(reply.request, clock());
    const entered = await continueSignIn(storage, manager, { ...arrival, ...entrance });
    return "stepToken" in entered ? entered : beginSession(reply, entered, arrival);
  }

  async function beginSession(
    reply: FastifyReply,
    { manager, ...session }: NewManagerSession,
    arrival: SignInActor,
  ): Promise<CurrentManager> {
    await noteTimeZone(reply.request, manager);
    setSessionCookie(reply, session);
    await noteNewPlace(dependencies, manager, { ...arrival, reply });
    return await toMeView(dependencies, { manager, by: "session", expiresAt: session.expiresAt });
  }

  /** The time zone decides when the digest is sent. */
  async function noteTimeZone(
    request: FastifyRequest,
    { managerId, timeZone }: StoredManager,
  ): Promise<void> {
    const zone = callerTimeZone(request);
    if (zone !== undefined && zone !== timeZone) await storage.managers.noteTimeZone(managerId, zone);
  }
}

/** Whether this browser has signed in to the account before, or this network has recently. */
async function isKnownPlace(
  storage: Dependencies["storage"],
  email: string,
  { at, address, browser }: SignInActor,
): Promise<boolean> {
  const manager = await storage.managers.findByEmail(email);
  if (!manager) return false;
  const { managerId } = manager;
  const browserHash = browser?.tokenHash ?? "";
  if (await storage.managerSessions.isKnownBrowser({ managerId, browserHash })) return true;
  const since = at - KNOWN_PLACE_DAYS * DAY_MS;
  return address !== undefined && (await storage.audit.hasSignedInFrom({ managerId, address, since }));
}

/** Requests for a link are limited by caller and by mail address, whether or not an account has that address. */
function forgottenCounter(app: FastifyInstance) {
  return {
    ofCaller: createLimit(app, {
      name: "forgotten",
      max: FORGOTTEN_PER_HOUR_OF_CALLER,
      windowMs: HOUR_MS,
    }),
    ofAddress: createLimit(app, {
      name: "forgotten/address",
      max: FORGOTTEN_PER_HOUR,
      windowMs: HOUR_MS,
      keyOf: (request) => hash("sha256", (request.body as { email: string }).email),
    }),
  };
}

/** Counts failures by account and network, by network, and by account; successes are not counted. */
function failureCounter(app: FastifyInstance) {
  const accountOf = (request: FastifyRequest) => (request.body as { email?: string }).email ?? "";
  const ofAccount = createLimit(app, {
    name: "sign-in/account",
    max: SIGN_IN_FAILURES,
    windowMs: SIGN_IN_FAILURES_WINDOW_MINUTES * 60_000,
    keyOf: (request) => `${networkOf(request)} ${accountOf(request)}`,
  });
  const ofAddress = createLimit(app, {
    name: "sign-in/address",
    max: SIGN_IN_FAILURES_PER_HOUR,
    windowMs: 3_600_000,
  });
  const ofAccountAnywhere = createLimit(app, {
    name: "sign-in/anywhere",
    max: SIGN_IN_FAILURES_OF_ACCOUNT,
    windowMs: DAY_MS,
    keyOf: accountOf,
  });
  const both = [ofAccount, ofAddress];
  return {
    /** Guesses from anywhere count, but a person in a place that the account knows may keep trying. */
    async refuseElsewhere(request: FastifyRequest, isKnownPlace: () => Promise<boolean>): Promise<void> {
      const seconds = await ofAccountAnywhere.look(request);
      if (seconds > 0 && !(await isKnownPlace())) throwIfLimited(seconds);
    },
    async count(request: FastifyRequest): Promise<void> {
      for (const limit of [...both, ofAccountAnywhere]) await limit.count(request);
    },
    async refuse(request: FastifyRequest): Promise<void> {
      for (const limit of both) throwIfLimited(await limit.look(request));
    },
    /** For wrong codes: the account's own wait is counted separately. */
    countAddress: async (request: FastifyRequest) => void (await ofAddress.count(request)),
    refuseAddress: async (request: FastifyRequest) => throwIfLimited(await ofAddress.look(request)),
  };
}
