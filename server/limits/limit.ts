import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CatalogueError } from "../http/errors.ts";

type LimitOptions = {
  /** Tells it from the others; servers that share a database count under it together. */
  name: string;
  max: number;
  windowMs: number;
  /** Whom a request counts for; its caller's address, or IPv6 network, where this is left out. */
  keyOf?: (request: FastifyRequest) => string;
};

/** So many requests in a window, counted for each caller. Each tells the seconds to wait, 0 for none. */
export type Limit = {
  count(request: FastifyRequest): Promise<number>;
  /** The same, and the answer tells what is left, in the headers of the IETF's draft (RateLimit, RateLimit-Policy). */
  countAndTell(request: FastifyRequest, reply: FastifyReply): Promise<number>;
  /** What the next `count` would say; counts nothing. */
  look(request: FastifyRequest): Promise<number>;
};

const IPV6_NETWORK_BITS = 64;
/** The caller's address; of IPv6 the network, whose addresses one household has to itself. */
export const networkOf = (request: FastifyRequest) => normalizeIP(request.ip, IPV6_NETWORK_BITS);

export function createLimit(
  app: FastifyInstance,
  { name, max, windowMs, keyOf = networkOf }: LimitOptions,
): Limit {
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

/** Throws RATE_LIMITED with the time to wait, where there is any. */
export function waitIfAny(seconds: number): void {
  if (seconds > 0) throw new CatalogueError("RATE_LIMITED", {}, { "retry-after": String(seconds) });
}
