import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { CatalogueError } from "../http/errors.ts";

type LimitOptions = {
  /** Tells it from the others; servers that share a database count under it together. */
  name: string;
  max: number;
  windowMs: number;
  /** Whom a request counts for; its caller's address, or IPv6 network, where this is left out. */
  keyOf?: (request: FastifyRequest) => string;
};

/** So many requests in a window, counted by whoever makes them. Each tells the seconds to wait, 0 for none. */
export type Limit = {
  count(request: FastifyRequest): Promise<number>;
  /** What the next `count` would say; counts nothing. */
  look(request: FastifyRequest): Promise<number>;
};

const IPV6_NETWORK_BITS = 64;
const networkOf = (request: FastifyRequest) => normalizeIP(request.ip, IPV6_NETWORK_BITS);

export function createLimit(
  app: FastifyInstance,
  { name, max, windowMs, keyOf = networkOf }: LimitOptions,
): Limit {
  const limit = app.createRateLimit({
    max,
    timeWindow: windowMs,
    keyGenerator: (request) => `${name}/${keyOf(request)}`,
  });
  return {
    async count(request) {
      const counted = await limit(request);
      return !counted.isAllowed && counted.isExceeded ? counted.ttlInSeconds : 0;
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
