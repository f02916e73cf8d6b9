import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CatalogueError, RETRY_AFTER, RETRY_AFTER_MS } from "../http/errors.ts";
import { waitIfAny } from "../limits/limit.ts";
import type { Dependencies } from "./dependencies.ts";

/** The number of connections and the rate of a session bound what is smaller. */
const LARGE_BYTES = 64 * 1024;

type Allowance = {
  /** Of one client or manager, whatever their sessions. */
  atOnce: number;
  /** Of all callers together. */
  bytesInAll: number;
};

/** A page saves one record at a time. */
const BODIES: Allowance = { atOnce: 2, bytesInAll: 16 * 1024 * 1024 };
/** A page asks for one or two at a time. An answer that its caller does not take stays in memory until the connection ends. */
const ANSWERS: Allowance = { atOnce: 6, bytesInAll: 32 * 1024 * 1024 };

/** Of one caller: a record as large as there is takes a tenth of a second to save, and nobody else is served meanwhile. */
const BYTES_PER_MS = (1024 * 1024) / 1_000;
/** Two of the largest records come through at once. */
const AHEAD_MS = 8_000;

/** Bounds the large bodies and answers of each caller and of all, so that a few cannot fill the memory or take all the time. */
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

  // the caller is known by now, and nothing of the body has been read
  app.addHook("onRequest", (request, reply, done) => {
    waitIfAny(paces?.secondsToWait(ownerOf(request)) ?? 0);
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
    /** Until what it returns is called. Throws CatalogueError where there is too much under way already. */
    take(owner: string, bytes: number): () => void {
      const count = counts.get(owner) ?? 0;
      if (count >= atOnce) throw new CatalogueError("RATE_LIMITED", {}, RETRY_AFTER);
      if (bytesUnderWay + bytes > bytesInAll) throw new CatalogueError("UNAVAILABLE", {}, RETRY_AFTER);
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

/** How far each caller is ahead of the bytes that there is time for, refused ones included. */
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

/** Nobody else sends or gets what is large, but for files that all callers share. */
function ownerOf({ session, signedIn }: FastifyRequest): string | undefined {
  return session?.clientId ?? signedIn?.manager.managerId;
}

/** How much of a body may come; one that says nothing of its size may be as long as its route takes. */
function announcedBytes({ headers, routeOptions }: FastifyRequest): number {
  const { "content-length": length, "transfer-encoding": coding } = headers;
  const limit = routeOptions.bodyLimit ?? 0;
  return coding === undefined ? Math.min(Number(length ?? 0), limit) : limit;
}
