import type { FastifyBaseLogger } from "fastify";
import { HISTORY_MAX_DAYS } from "#contract/limits.ts";
import { DELIVERIES_KEPT_DAYS } from "#contract/manage/webhooks.ts";
import { dropDeadCredentials } from "./managers/manager-sessions.ts";
import { dropDeadSessions } from "./sessions/sessions.ts";
import type { Storage } from "./storage/storage.ts";
import { type KeptTakes, sweepTakes } from "./takes/drop-take.ts";

const EVERY_MS = 3_600_000;
/** Audio that no record names goes an hour after the save that no longer did: soon after that hour is over. */
const SWEEP_EVERY_MS = 5 * 60_000;
const IDEMPOTENCY_KEY_DAYS = 2;
const DAY_MS = 86_400_000;
/** Small, so that no save waits long behind it. */
const REVISIONS_AT_ONCE = 100;
const MESSAGES_AT_ONCE = 100;

type Household = KeptTakes & { clock: () => number; logger: FastifyBaseLogger };

/** Drops what is past its time, again and again. */
export function startHousekeeping({ storage, audio, clock, logger }: Household) {
  const repeat = (work: () => Promise<void>, everyMs: number) =>
    setInterval(() => {
      work().catch((error) => logger.warn({ err: error }, "housekeeping failed; it is tried again"));
    }, everyMs).unref();
  const timers = [
    repeat(() => keepHouse(storage, clock()), EVERY_MS),
    repeat(() => sweepTakes({ storage, audio }, clock()), SWEEP_EVERY_MS),
  ];
  return { stop: () => timers.forEach(clearInterval) };
}

/** Dead sessions and credentials, used idempotency keys, replaced secrets, and history and messages older than 30 days. */
export async function keepHouse(storage: Storage, now: number): Promise<void> {
  await dropDeadSessions(storage, now);
  await dropDeadCredentials(storage, now);
  await storage.dropIdempotencyKeys(now - IDEMPOTENCY_KEY_DAYS * DAY_MS);
  const before = now - HISTORY_MAX_DAYS * DAY_MS;
  while ((await storage.dropHistory(before, REVISIONS_AT_ONCE)) === REVISIONS_AT_ONCE);
  await storage.dropReplacedSecrets(now);
  const told = { before: now - DELIVERIES_KEPT_DAYS * DAY_MS };
  while ((await storage.dropMessages(told, MESSAGES_AT_ONCE)) === MESSAGES_AT_ONCE);
}
