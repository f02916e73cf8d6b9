import type { FastifyBaseLogger } from "fastify";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/instants.ts";
import { HISTORY_MAX_DAYS } from "#contract/limits.ts";
import { KNOWN_BROWSER_DAYS, REPEATABLE_HOURS } from "#contract/manage/limits.ts";
import { DELIVERIES_KEPT_DAYS } from "#contract/manage/webhooks/webhooks.ts";
import { endAbsences } from "./clients/away.ts";
import { type ClientStores, sweepErasures } from "./clients/erase-client.ts";
import { createRetention, type RetentionRunner } from "./clients/retention.ts";
import { dropDeadCredentials } from "./managers/manager-sessions.ts";
import { noteAuditHead } from "./managers/note-audit-head.ts";
import { dropDeadSessions } from "./sessions/sessions.ts";
import type { Storage } from "./storage/storage.ts";
import { sweepTakes } from "./takes/drop-take.ts";

const EVERY_MS = 3_600_000;
/**
 * Unreferenced audio is deleted one hour after the save that removed it from the record; this is how soon after that.
 */
const SWEEP_EVERY_MS = 5 * 60_000;
const ANNOUNCE_INACTIVE_EVERY_MS = 15 * 60_000;
const PLAN_MAIL_EVERY_MS = 15 * 60_000;
/** A digest is due at a full hour of some time zone, and checking for one costs one small read. */
const PLAN_DIGESTS_EVERY_MS = MINUTE_MS;
/** An absence ends at midnight in the account manager's time zone, and checking for one costs one small read. */
const END_ABSENCES_EVERY_MS = MINUTE_MS;
const IDEMPOTENCY_KEY_DAYS = 2;
/** Small batches, so that no save waits long for the database. */
const REVISIONS_AT_ONCE = 100;
const MESSAGES_AT_ONCE = 100;
const BULK_ITEMS_AT_ONCE = 100;
const TALLIES_AT_ONCE = 200;

type Household = ClientStores & {
  /** Queues the mails that are due now. */
  planMail: () => Promise<void>;
  /** Queues the digests that are due now. */
  planDigests: () => Promise<void>;
  /** Notifies webhooks of clients who have stalled. */
  announceInactive: () => Promise<void>;
  clock: () => number;
  logger: FastifyBaseLogger;
  /** Days without activity after which a client is erased, as currently set; null where clients are never erased. */
  retentionDays: () => Promise<number | null>;
};

/** Deletes expired data and starts due work, at fixed intervals. */
export function startHousekeeping(household: Household) {
  const { storage, clock, logger, retentionDays } = household;
  const retention = createRetention(household, {
    days: retentionDays,
    clock,
    elapsed: () => performance.now(),
  });
  const attempt = (work: () => Promise<void>) => {
    work().catch((error) => logger.warn({ err: error }, "housekeeping failed; it is tried again"));
  };
  const repeat = (work: () => Promise<void>, everyMs: number) =>
    setInterval(() => attempt(work), everyMs).unref();
  const endErasures = async () => {
    await sweepErasures(household, clock());
    const waiting = (await storage.erasing.listSoftDeleted()).length;
    if (waiting > 0) logger.warn({ waiting }, "erased clients of whom something is still to be deleted");
  };
  const bringBack = async () => {
    const managers = await endAbsences(storage, clock());
    if (managers > 0) logger.info({ managers }, "account managers are back, and so are their clients");
  };
  const noteHead = () => noteAuditHead(storage, logger);
  const timers = [
    repeat(() => runMaintenance(storage, clock()), EVERY_MS),
    repeat(() => sweepTakes(household, clock()), SWEEP_EVERY_MS),
    repeat(endErasures, SWEEP_EVERY_MS),
    repeat(() => applyRetention(retention, logger), EVERY_MS),
    repeat(household.planMail, PLAN_MAIL_EVERY_MS),
    repeat(household.planDigests, PLAN_DIGESTS_EVERY_MS),
    repeat(household.announceInactive, ANNOUNCE_INACTIVE_EVERY_MS),
    repeat(bringBack, END_ABSENCES_EVERY_MS),
    repeat(noteHead, EVERY_MS),
  ];
  // on start, work that an earlier process left unfinished does not wait for the first interval
  attempt(endErasures);
  attempt(bringBack);
  attempt(() => foldTallies(storage));
  attempt(() => sealPlaintext(storage, logger));
  return {
    /** Finishes pending erasures without waiting for the next round. */
    endErasures: () => attempt(endErasures),
    /** Call it once the server is ready; the rest of the housekeeping starts automatically. */
    noteHead: () => attempt(noteHead),
    /** Logs the newest head of the audit log at the end, so that entries removed later can be detected. */
    async stop(): Promise<void> {
      timers.forEach(clearInterval);
      await noteHead().catch((error) =>
        logger.warn({ err: error }, "could not read the head of the audit log"),
      );
    },
  };
}

/**
 * Runs once after the start, not as a migration: with audio it may take minutes, and migrations have no encryption key.
 */
async function sealPlaintext(storage: Pick<Storage, "sealing">, logger: FastifyBaseLogger): Promise<void> {
  const rows = await storage.sealing.sealPlaintext();
  if (rows > 0) logger.info({ rows }, "what an earlier release stored plainly is encrypted now");
}

async function applyRetention(retention: RetentionRunner, logger: FastifyBaseLogger): Promise<void> {
  const { erased, waiting } = await retention.apply();
  if (erased > 0) logger.info({ erased }, "clients erased: their time was over");
  if (waiting > 0) logger.warn({ waiting }, "clients are about to be erased: see `firsthand retention show`");
}

/**
 * Folds tallies and deletes what has expired: sessions, credentials, known browsers, waits after wrong guesses, passkey
 * challenges, rate limit counts, stored answers of repeatable calls, idempotency keys, replaced webhook secrets, and
 * revisions, bulk actions and messages past their retention.
 */
export async function runMaintenance(
  storage: Pick<
    Storage,
    | "accessKeys"
    | "bulk"
    | "clients"
    | "deliveries"
    | "limits"
    | "managerSessions"
    | "records"
    | "repeatableCalls"
    | "sessions"
    | "webhooks"
  >,
  now: number,
): Promise<void> {
  await dropDeadSessions(storage, now);
  await dropDeadCredentials(storage, now);
  await storage.managerSessions.dropOldBrowsers(now - KNOWN_BROWSER_DAYS * DAY_MS);
  await storage.accessKeys.dropOldWaits(now);
  await storage.accessKeys.dropOldChallenges(now);
  await storage.limits.dropOld(now);
  await storage.repeatableCalls.dropOld(now - REPEATABLE_HOURS * HOUR_MS);
  await storage.records.dropIdempotencyKeys(now - IDEMPOTENCY_KEY_DAYS * DAY_MS);
  const before = now - HISTORY_MAX_DAYS * DAY_MS;
  while ((await storage.records.dropHistory(before, REVISIONS_AT_ONCE)) === REVISIONS_AT_ONCE);
  while (await storage.bulk.dropEnded(before, BULK_ITEMS_AT_ONCE));
  await foldTallies(storage);
  await storage.webhooks.dropReplacedSecrets(now);
  const limit = { before: now - DELIVERIES_KEPT_DAYS * DAY_MS };
  while ((await storage.deliveries.dropMessages(limit, MESSAGES_AT_ONCE)) === MESSAGES_AT_ONCE);
}

/** After a move to another engine, all clients were added one by one. */
async function foldTallies({ clients }: Pick<Storage, "clients">): Promise<void> {
  while ((await clients.foldTallies(TALLIES_AT_ONCE)) === TALLIES_AT_ONCE);
}
