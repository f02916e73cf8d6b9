import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AccessKeyKind } from "#contract/api/access-key.ts";
import type { ClientSignIn } from "#contract/api/calls.ts";
import { isoOf } from "#contract/instants.ts";
import {
  EXCHANGE_FAILURES_PER_HOUR,
  EXCHANGE_FAILURES_PER_MINUTE,
  EXCHANGE_FAILURES_PER_MINUTE_IN_ALL,
  EXCHANGES_PER_MINUTE_OF_KEY,
} from "#contract/limits.ts";
import type { BrowserBinding } from "../access-keys/browser-cookie.ts";
import { helperAtSignIn } from "../helping/helping.ts";
import { preferredLanguage } from "../http/accept-language.ts";
import { CatalogError } from "../http/errors.ts";
import type { InterviewVersion } from "../interviews/definition.ts";
import { hashesOf } from "../interviews/describe-interview.ts";
import { createLimit, throwIfLimited } from "../limits/limit.ts";
import { oneAtATime } from "../managers/one-at-a-time.ts";
import { checkPin, type PinVerdict } from "../pins/check-pin.ts";
import { isBoundToBrowser, openSession } from "../sessions/sessions.ts";
import type { StoredKey } from "../storage/access/access-keys.ts";
import type { StoredHelper } from "../storage/access/helping.ts";
import type { PasskeyUse } from "../storage/access/passkeys.ts";
import { callerAddress } from "./caller-address.ts";
import { callerTimeZone } from "./caller-time-zone.ts";
import { type Dependencies, offeredLanguages } from "./dependencies.ts";

/** A sign-in with a verified key, and whatever else the caller has shown. */
type SigningIn = {
  key: StoredKey;
  pin: string | undefined;
  browser: BrowserBinding;
  passkeyUse?: PasskeyUse;
  /** Runs once the PIN is right, before the session is opened. */
  beforeOpening?: () => Promise<void>;
};

export type SignIn = ReturnType<typeof createSignIn>;

/** What all ways to sign in share: limits, PIN, and opening the session. */
export function createSignIn(app: FastifyInstance, dependencies: Dependencies) {
  const { storage, book, clock } = dependencies;
  const countFailure = failureCounter(app);
  const exchanges = exchangeCounter(app);
  const inTurn = oneAtATime();

  /**
   * Asked only after the right key, so that others do not learn which clients have a PIN. A wrong PIN counts as a wrong
   * key.
   */
  async function askForPin(request: FastifyRequest, key: StoredKey, entered: string | undefined) {
    const actor = { actor: "nobody", at: clock(), requestId: request.id, ...callerAddress(request) };
    // one at a time, because right PINs entered in parallel would use up each other's tries
    const verdict = await inTurn(key.clientId, () => checkPin(dependencies, { key, entered, actor }));
    const code = PIN_REFUSALS[verdict];
    if (code === "PIN_WRONG") await countFailure(request);
    if (code) throw new CatalogError(code);
  }

  async function signedInAs(
    { helper, helped = [], ...session }: OpenedSession,
    { key, version }: { key: StoredKey; version: InterviewVersion },
  ): Promise<ClientSignIn> {
    return {
      ...session,
      ...(OPEN_NO_DRAFTS.includes(key.kind) && { opensDrafts: false }),
      ...(helper && { helper: await helperView(version, helper) }),
      ...(helped.length > 0 && { helped }),
      expiresAt: isoOf(session.expiresAt),
      interviews: hashesOf(version),
    };
  }

  async function helperView({ asked: { interview } }: InterviewVersion, helper: StoredHelper) {
    const stored = await storage.records.load(helper.clientId);
    return helperAtSignIn(interview, helper, stored?.record ?? {});
  }

  return {
    /** Only failures are counted: wrong keys of others never block a right key. */
    countFailure,

    /** Undefined if the key was revoked meanwhile, or if the passkey has already answered this challenge. */
    async open(
      request: FastifyRequest,
      reply: FastifyReply,
      { key, pin, browser, passkeyUse, beforeOpening }: SigningIn,
    ): Promise<ClientSignIn | undefined> {
      await exchanges.count(request, key);
      const isHelpers = key.kind === "helper";
      // the PIN is the client's own, and helpers do not have it
      if (!isHelpers) await askForPin(request, key, pin);
      const version = await book.ofClient(key.clientId);
      const isOldPage = request.headers["x-firsthand-page"] === undefined;
      if (isOldPage && version.interviewId !== book.current().interviewId)
        throw new CatalogError("PAGE_TOO_OLD");
      await beforeOpening?.();
      const session = await openSession(storage, {
        key,
        now: clock(),
        requestId: request.id,
        language: preferredLanguage(request, offeredLanguages(book)),
        timeZone: callerTimeZone(request),
        userAgent: request.headers["user-agent"],
        browserHash: browser.hash,
        passkeyUse,
      });
      if (session === "bound") throw new CatalogError(isHelpers ? "HELPER_LINK_OVER" : "LINK_USED");
      if (!session) return undefined;
      if (isBoundToBrowser(key)) browser.keep(reply);
      return signedInAs(session, { key, version });
    },
  };
}

type OpenedSession = Extract<Awaited<ReturnType<typeof openSession>>, object>;

/** Keys whose sessions may not open drafts on a device without a connection. */
const OPEN_NO_DRAFTS: readonly AccessKeyKind[] = ["hand-over", "helper"];

/** Limits successful exchanges too, because each adds a permanent entry to the audit trail. */
function exchangeCounter(app: FastifyInstance) {
  const keyIds = new WeakMap<FastifyRequest, string>();
  const ofKey = createLimit(app, {
    name: "exchange/key",
    max: EXCHANGES_PER_MINUTE_OF_KEY,
    windowMs: 60_000,
    keyOf: (request) => keyIds.get(request) ?? "",
  });
  return {
    async count(request: FastifyRequest, { keyId }: StoredKey): Promise<void> {
      keyIds.set(request, keyId);
      throwIfLimited(await ofKey.count(request));
    },
  };
}

const PIN_REFUSALS = {
  "not-asked": undefined,
  right: undefined,
  required: "PIN_REQUIRED",
  wrong: "PIN_WRONG",
  stopped: "PIN_STOPPED",
} as const satisfies { [Verdict in PinVerdict]: string | undefined };

/** Counts a failed exchange by address and in total; throws when there were too many. */
function failureCounter(app: FastifyInstance) {
  const minute = { windowMs: 60_000 };
  const perMinute = createLimit(app, {
    ...minute,
    name: "exchange/minute",
    max: EXCHANGE_FAILURES_PER_MINUTE,
  });
  const perHour = createLimit(app, {
    name: "exchange/hour",
    max: EXCHANGE_FAILURES_PER_HOUR,
    windowMs: 3_600_000,
  });
  const inAll = createLimit(app, {
    ...minute,
    name: "exchange/all",
    max: EXCHANGE_FAILURES_PER_MINUTE_IN_ALL,
    keyOf: () => "",
  });
  return async (request: FastifyRequest): Promise<void> => {
    throwIfLimited(Math.max(await perMinute.count(request), await perHour.count(request)));
    // counted only after the address's own limit, so that one address cannot use up the total
    throwIfLimited(await inAll.count(request));
  };
}
