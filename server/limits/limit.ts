import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CatalogError } from "../http/errors.ts";

type RateLimiterOptions = {
  /** Must be unique; servers that share a database share the counts under this name. */
  name: string;
  max: number;
  windowMs: number;
  /** The key that a request counts for; by default the caller's address or IPv6 network. */
  keyOf?: (request: FastifyRequest) => string;
};

/** A limit on requests per window, counted for each key. Each method returns the seconds to wait, or 0. */
export type RateLimiter = {
  count(request: FastifyRequest): Promise<number>;
  /** The same, and sets the headers of the IETF draft (RateLimit, RateLimit-Policy). */
  countAndTell(request: FastifyRequest, reply: FastifyReply): Promise<number>;
  /** What the next `count` would return, without counting. */
  look(request: FastifyRequest): Promise<number>;
};

const IPV6_NETWORK_BITS = 64;
/** The caller's address; for IPv6 the /64 network, which usually belongs to one household. */
export const networkOf = (request: FastifyRequest) => normalizeIP(request.ip, IPV6_NETWORK_BITS);

export function createLimit(
  app: FastifyInstance,
  { name, max, windowMs, keyOf = networkOf }: RateLimiterOptions,
): RateLimiter {
  const limit = app.createRateLimit({
    max,
    timeWindow: windowMs,
    keyGenerator: (request) => `${name}/${keyOf(request)}`,
  });
  type Counted = Awaited<ReturnType<typeof limit>>;
  const waitOf = (counted: Counted) => (!counted.isAllowed && counted.isExceeded ? counted.ttlInSeconds : 0);
  return {
    count: async (request) => waitOf(await limit(request)),
    async countAndTell(request, reply) {
      const counted = await limit(request);
      reply.header("ratelimit-policy", `"${name}";q=${max};w=${windowMs / 1_000}`);
      if (!counted.isAllowed)
        reply.header("ratelimit", `"${name}";r=${counted.remaining};t=${counted.ttlInSeconds}`);
      return waitOf(counted);
    },
    async look(request) {
      const counted = await limit(request, { increment: false });
      return !counted.isAllowed && counted.remaining === 0 ? counted.ttlInSeconds : 0;
    },
  };
}

/** Throws RATE_LIMITED with the time to wait, if any. */
export function throwIfLimited(seconds: number): void {
  if (seconds > 0) throw new CatalogError("RATE_LIMITED", {}, { "retry-after": String(seconds) });
}
