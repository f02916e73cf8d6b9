import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { exchangeRequestSchema, loggedOutSchema, signedInSchema, successSchema } from "#contract/calls.ts";
import { endpoints } from "#contract/endpoints.ts";
import {
  EXCHANGE_BODY_MAX_BYTES,
  EXCHANGE_FAILURES_PER_HOUR,
  EXCHANGE_FAILURES_PER_MINUTE,
} from "#contract/limits.ts";
import { type Refusal, verifyKey } from "../access-keys/verify-key.ts";
import type { Dependencies } from "../app.ts";
import { CatalogueError } from "../errors.ts";
import { isoOf } from "../instants.ts";
import { endSession, findSession, openSession } from "../sessions/sessions.ts";
import { routeOf } from "./route.ts";

export function authRoutes(app: FastifyInstance, { storage, secrets, clock }: Dependencies): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const countFailure = failureCounter(app);

  routes.route({
    ...routeOf(endpoints.exchange),
    bodyLimit: EXCHANGE_BODY_MAX_BYTES,
    schema: {
      summary: endpoints.exchange.summary,
      body: exchangeRequestSchema,
      response: { 200: successSchema(signedInSchema) },
    },
    async handler(request) {
      const now = clock();
      const verdict = await verifyKey({ storage, secrets, now }, request.body.key);
      if ("refusal" in verdict) return refuse(request, verdict);
      const { expiresAt, ...opened } = await openSession(storage, {
        key: verdict.key,
        now,
        requestId: request.id,
      });
      return { data: { ...opened, expiresAt: isoOf(expiresAt) } };
    },
  });

  /** Failures are counted and successes are not: a right key is never refused because of others' wrong ones. */
  async function refuse(request: FastifyRequest, { refusal, keyId }: { refusal: Refusal; keyId?: string }) {
    const waitSeconds = await countFailure(request);
    if (waitSeconds > 0) throw new CatalogueError("RATE_LIMITED", {}, { "retry-after": String(waitSeconds) });
    const event = {
      at: clock(),
      kind: "key.refused",
      actor: "nobody",
      requestId: request.id,
      detail: refusal,
    } as const;
    await storage.recordEvent({ ...event, ...(keyId && { keyId }) });
    throw new CatalogueError("INVALID_ACCESS_KEY");
  }

  routes.route({
    ...routeOf(endpoints.logout),
    schema: { summary: endpoints.logout.summary, response: { 200: successSchema(loggedOutSchema) } },
    async handler(request) {
      const session = await findSession(storage, request.headers.authorization, clock());
      if (session) await endSession(storage, session, clock(), request.id);
      return { data: {} };
    },
  });
}

/** Counts a failed exchange of an address; returns the seconds to wait once there were too many. */
function failureCounter(app: FastifyInstance) {
  const perMinute = app.createRateLimit({ max: EXCHANGE_FAILURES_PER_MINUTE, timeWindow: 60_000 });
  const perHour = app.createRateLimit({ max: EXCHANGE_FAILURES_PER_HOUR, timeWindow: 3_600_000 });
  return async (request: FastifyRequest): Promise<number> => {
    const limits = [await perMinute(request), await perHour(request)];
    return Math.max(
      ...limits.map((limit) => (!limit.isAllowed && limit.isExceeded ? limit.ttlInSeconds : 0)),
    );
  };
}
