import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CatalogError, RETRY_AFTER, RETRY_AFTER_MS } from "../http/errors.ts";
import { throwIfLimited } from "../limits/limit.ts";
import type { Dependencies } from "./dependencies.ts";

/** Smaller transfers are limited by the number of connections and the request rate of a session. */
const LARGE_BYTES = 64 * 1024;

type Allowance = {
  /** Of one client or manager, across all sessions. */
  atOnce: number;
  /** For all callers together. */
  bytesInAll: number;
};

/** The browser app saves one record at a time. */
const BODIES: Allowance = { atOnce: 2, bytesInAll: 16 * 1024 * 1024 };
/**
 * The browser app requests one or two at a time. An answer that its caller does not read stays in memory until the
 * connection ends.
 */
const ANSWERS: Allowance = { atOnce: 6, bytesInAll: 32 * 1024 * 1024 };

/** Per caller: saving the largest possible record takes a tenth of a second and blocks all other requests. */
const BYTES_PER_MS = (1024 * 1024) / 1_000;
/** Allows a burst of two of the largest records. */
const AHEAD_MS = 8_000;

/**
 * Limits large bodies and answers per caller and in total, so that a few callers cannot use up the memory or the time.
 */
export function boundLargeTransfers(app: FastifyInstance, { config }: Pick<Dependencies, "config">): void {
  const paces = config.sessionRequestsPerMinute > 0 ? createPaces() : undefined;
  const bodies = createAllowance(BODIES);
  const answers = createAllowance(ANSWERS);

  function take(allowance: typeof bodies, request: FastifyRequest, reply: FastifyReply, bytes: number) {
    const owner = ownerOf(request);
    if (bytes <= LARGE_BYTES || owner === undefined) return;
    paces?.spend(owner, bytes);
    reply.raw.once("close", allowance.take(owner, bytes));
  }

  // by now the caller is known, and no part of the body has been read
  app.addHook("onRequest", (request, reply, done) => {
    throwIfLimited(paces?.secondsToWait(ownerOf(request)) ?? 0);
    take(bodies, request, reply, announcedBytes(request));
    done();
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    const isWhole = typeof payload === "string" || payload instanceof Uint8Array;
    if (isWhole) take(answers, request, reply, payload.length);
    done(null, payload);
  });
}

function createAllowance({ atOnce, bytesInAll }: Allowance) {
  const counts = new Map<string, number>();
  let bytesUnderWay = 0;

  return {
    /**
     * Reserves the bytes until the returned function is called. Throws CatalogError if too much is already in
     * transfer.
     */
    take(owner: string, bytes: number): () => void {
      const count = counts.get(owner) ?? 0;
      if (count >= atOnce) throw new CatalogError("RATE_LIMITED", {}, RETRY_AFTER);
      if (bytesUnderWay + bytes > bytesInAll) throw new CatalogError("UNAVAILABLE", {}, RETRY_AFTER);
      bytesUnderWay += bytes;
      counts.set(owner, count + 1);
      return () => {
        bytesUnderWay -= bytes;
        const left = (counts.get(owner) ?? 1) - 1;
        if (left > 0) counts.set(owner, left);
        else counts.delete(owner);
      };
    },
  };
}

/** For each caller, the time when the rate limit will have caught up with its bytes, including refused ones. */
function createPaces(now: () => number = () => performance.now()) {
  const evenAt = new Map<string, number>();

  return {
    spend(owner: string, bytes: number): void {
      for (const [other, at] of evenAt) if (at <= now()) evenAt.delete(other);
      evenAt.set(owner, Math.max(evenAt.get(owner) ?? 0, now()) + bytes / BYTES_PER_MS);
    },

    secondsToWait(owner = ""): number {
      const tooFarMs = (evenAt.get(owner) ?? 0) - now() - AHEAD_MS;
      return tooFarMs > 0 ? Math.ceil(Math.max(tooFarMs, RETRY_AFTER_MS) / 1_000) : 0;
    },
  };
}

/** Undefined for callers without a session: they transfer large data only as files that all callers share. */
function ownerOf({ session, signedIn }: FastifyRequest): string | undefined {
  return session?.clientId ?? signedIn?.manager.managerId;
}

/** The largest size that the body can have; without a stated length, that is the route's limit. */
function announcedBytes({ headers, routeOptions }: FastifyRequest): number {
  const { "content-length": length, "transfer-encoding": coding } = headers;
  const limit = routeOptions.bodyLimit ?? 0;
  return coding === undefined ? Math.min(Number(length ?? 0), limit) : limit;
}
