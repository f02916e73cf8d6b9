import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { Counted, createSharedCounts } from "./shared-counts.ts";

type Callback = (error: Error | null, result?: Counted) => void;

/** Shared counts in the shape that the limiter asks for. Keys begin with their limit's name, so one store has all. */
export function sharedStore(counts: ReturnType<typeof createSharedCounts>): FastifyRateLimitStoreCtor {
  const settle = (counting: Promise<Counted>, callback: Callback) => {
    counting.then(
      (counted) => callback(null, counted),
      (error: Error) => callback(error),
    );
  };
  return class implements FastifyRateLimitStore {
    incr(key: string, callback: Callback, windowMs: number, max: number): void {
      settle(counts.count(key, { max, windowMs }), callback);
    }
    read(key: string, callback: Callback): void {
      settle(counts.look(key), callback);
    }
    child(): FastifyRateLimitStore {
      return this;
    }
  };
}
