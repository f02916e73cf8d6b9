import type { FastifyBaseLogger } from "fastify";
import { HISTORY_MAX_DAYS } from "#contract/limits.ts";
import { dropDeadSessions } from "./sessions/sessions.ts";
import type { Storage } from "./storage/storage.ts";

const EVERY_MS = 3_600_000;
const IDEMPOTENCY_KEY_DAYS = 2;
const DAY_MS = 86_400_000;
/** Small, so that no save waits long behind it. */
const REVISIONS_AT_ONCE = 100;

/** Drops, every hour, what is past its time: dead sessions, used idempotency keys, and history older than 30 days. */
export function startHousekeeping(storage: Storage, clock: () => number, logger: FastifyBaseLogger) {
  const timer = setInterval(() => {
    keepHouse(storage, clock()).catch((error) =>
      logger.warn({ err: error }, "housekeeping failed; it is tried again"),
    );
  }, EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

export async function keepHouse(storage: Storage, now: number): Promise<void> {
  await dropDeadSessions(storage, now);
  await storage.dropIdempotencyKeys(now - IDEMPOTENCY_KEY_DAYS * DAY_MS);
  const before = now - HISTORY_MAX_DAYS * DAY_MS;
  while ((await storage.dropHistory(before, REVISIONS_AT_ONCE)) === REVISIONS_AT_ONCE);
}
