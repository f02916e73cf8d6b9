import type { FastifyInstance, FastifyRequest } from "fastify";
import { endpoints } from "#contract/api/endpoints.ts";
import { authWires } from "#contract/api/wires/auth.ts";
import { isoOf } from "#contract/instants.ts";
import {
  EXCHANGE_FAILURES_PER_HOUR,
  EXCHANGE_FAILURES_PER_MINUTE,
  EXCHANGE_FAILURES_PER_MINUTE_IN_ALL,
  EXCHANGES_PER_MINUTE_OF_KEY,
} from "#contract/limits.ts";
import { browserMark } from "../access-keys/browser-cookie.ts";
import { moveKey } from "../access-keys/move-key.ts";
import { type LinkRefusal, type Refusal, verifyKey, waitMsAfter } from "../access-keys/verify-key.ts";
import { wishedLanguage } from "../http/accept-language.ts";
import { CatalogueError } from "../http/errors.ts";
import { serve, withWire } from "../http/serve.ts";
import { hashesOf } from "../interviews/describe-interview.ts";
import { createLimit, waitIfAny } from "../limits/limit.ts";
import { oneAtATime } from "../managers/one-at-a-time.ts";
import { checkPin, type PinVerdict } from "../pins/check-pin.ts";
import { endSession, findSession, openSession } from "../sessions/sessions.ts";
import type { StoredKey } from "../storage/access/access-keys.ts";
import { callerAddress } from "./caller-address.ts";
import { callerTimeZone } from "./caller-time-zone.ts";
import { type Dependencies, offeredLanguages } from "./dependencies.ts";

export function authRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, secrets, book, clock } = dependencies;
  const countFailure = failureCounter(app);
  const exchanges = exchangeCounter(app);
  const inTurn = oneAtATime();
  serve(app, withWire(endpoints.exchange, authWires.exchange), async (request, reply) => {
    const now = clock();
    const { key: text, pin } = request.body;
    const browser = browserMark(request);
    const verdict = await verifyKey({ storage, secrets, now, browserHash: browser.hash }, text);
    if ("refusal" in verdict) {
      if ("key" in verdict) throw new CatalogueError(LINK_REFUSALS[verdict.refusal]);
      return refuse(request, verdict);
    }
    const { key } = verdict;
    await exchanges.count(request, key);
    await askForPin(request, key, pin);
    const version = await book.ofClient(key.clientId);
    if (
      request.headers["x-firsthand-page"] === undefined &&
      version.interviewId !== book.current().interviewId
    )
      throw new CatalogueError("PAGE_TOO_OLD");
    await moveKey(dependencies, key, text);
    const session = await openSession(storage, {
      key,
      now,
      requestId: request.id,
      language: wishedLanguage(request, offeredLanguages(book)),
      timeZone: callerTimeZone(request),
      userAgent: request.headers["user-agent"],
      browserHash: browser.hash,
    });
    if (session === "bound") throw new CatalogueError("LINK_USED");
    if (!session) return refuse(request, { refusal: "revoked", keyId: key.keyId });
    if (key.kind !== "lasting") browser.keep(reply);
    return { ...session, expiresAt: isoOf(session.expiresAt), interviews: hashesOf(version) };
  });

  /** Failures are counted and successes are not: a right key is never refused because of others' wrong ones. */
  async function refuse(
    request: FastifyRequest,
    { refusal, keyId }: { refusal: Refusal; keyId?: string },
  ): Promise<never> {
    await countFailure(request);
    const now = clock();
    const event = {
      at: now,
      kind: "key.refused",
      actor: "nobody",
      requestId: request.id,
      detail: refusal,
    } as const;
    // what is no key at all costs as much, and nobody waits for it
    const refused = keyId === undefined ? { keyId: "", waitMs: () => 0 } : { keyId, waitMs: waitMsAfter };
    const refusalEvent = keyId === undefined ? event : { ...event, keyId };
    waitIfAny(Math.ceil((await storage.accessKeys.refuse({ ...refused, now }, [refusalEvent])) / 1_000));
    throw new CatalogueError("INVALID_ACCESS_KEY");
  }

  /** Only after a right key, so that nobody else learns who has a PIN. A wrong one counts like a wrong key. */
  async function askForPin(request: FastifyRequest, key: StoredKey, entered: string | undefined) {
    const actor = { actor: "nobody", at: clock(), requestId: request.id, ...callerAddress(request) };
    // else right PINs that come at once would use up each other's tries
    const verdict = await inTurn(key.clientId, () => checkPin(dependencies, { key, entered, actor }));
    const code = PIN_REFUSALS[verdict];
    if (code === "PIN_WRONG") await countFailure(request);
    if (code) throw new CatalogueError(code);
  }

  serve(app, withWire(endpoints.logout, authWires.logout), async (request) => {
    const session = await findSession(storage, request.headers.authorization, clock());
    if (session) await endSession(storage, session, clock(), request.id);
    return {};
  });
}

/** Each right exchange leaves a line in the audit trail for good. */
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
      waitIfAny(await ofKey.count(request));
    },
  };
}

const LINK_REFUSALS = {
  "link-used": "LINK_USED",
  "link-expired": "LINK_EXPIRED",
} as const satisfies { [Of in LinkRefusal]: string };

const PIN_REFUSALS = {
  "not-asked": undefined,
  right: undefined,
  required: "PIN_REQUIRED",
  wrong: "PIN_WRONG",
  stopped: "PIN_STOPPED",
} as const satisfies { [Verdict in PinVerdict]: string | undefined };

/** Counts a failed exchange, by its address and of all; throws once there were too many. */
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
    waitIfAny(Math.max(await perMinute.count(request), await perHour.count(request)));
    // one address alone does not use up what all have
    waitIfAny(await inAll.count(request));
  };
}
