import { callbackify } from "node:util";
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { createSharedCounts, WindowCount } from "./shared-counts.ts";

type Callback = (error: Error | null, result?: WindowCount) => void;

/**
 * Adapts shared counts to the limiter's store interface. Keys begin with the limit's name, so all limits share a store.
 */
export function sharedStore(counts: ReturnType<typeof createSharedCounts>): FastifyRateLimitStoreCtor {
  const count = callbackify(counts.count);
  const look = callbackify(counts.look);
  return class implements FastifyRateLimitStore {
    incr(key: string, callback: Callback, windowMs: number, max: number): void {
      count(key, { max, windowMs }, callback);
    }
    read(key: string, callback: Callback): void {
      look(key, callback);
    }
    child(): FastifyRateLimitStore {
      return this;
    }
  };
}
