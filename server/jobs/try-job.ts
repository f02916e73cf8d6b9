import type { FastifyBaseLogger } from "fastify";
import { StorageUnavailable } from "../storage/faults.ts";
import type { TakenJob } from "../storage/jobs.ts";
import type { Storage } from "../storage/storage.ts";

/** How one try of a job went. The result itself is written by whoever did the job, in the transaction that ends it. */
export type JobOutcome =
  /** It is ended or put off, as whoever did it has written, or another worker has it. */
  | { kind: "ended" }
  /** It may pass later; `reason` is logged, so it has no word of a client in it. */
  | { kind: "again"; reason: string; afterMs?: number | undefined };

/** What the worker knows of one kind of job. */
export type JobKind = {
  kind: string;
  /** Stops early when the signal aborts, and then ends nothing. */
  run(job: TakenJob, signal: AbortSignal): Promise<JobOutcome>;
  /** Ends a job that was tried often enough. */
  giveUp(job: TakenJob): Promise<void>;
};

export type Trying = {
  storage: Pick<Storage, "renewLease" | "postponeJob" | "returnJob">;
  kinds: JobKind[];
  /** Epoch milliseconds. */
  clock: () => number;
  logger: Pick<FastifyBaseLogger, "warn" | "error">;
  leaseMs: number;
  /** Aborts when the server cannot wait any longer. */
  stopping: AbortSignal;
};

export const ATTEMPTS_MAX = 10;
const FIRST_WAIT_MS = 5_000;
/** Ten attempts are spread over four hours. */
const WAIT_MAX_MS = 3_600_000;

/** Tries a job once, with its lease renewed meanwhile, and sees to it that it is ended, put back or given back. */
export async function tryJob(trying: Trying, job: TakenJob): Promise<void> {
  const lost = new AbortController();
  const renewal = setInterval(() => void renew(trying, job, lost), trying.leaseMs / 3);
  try {
    const signal = AbortSignal.any([trying.stopping, lost.signal]);
    const outcome = await outcomeOf(trying, job, signal);
    if (outcome.kind === "again") await putBack(trying, job, { outcome, isStopped: signal.aborted });
  } catch (error) {
    // what keeps it from being put back keeps the lease from being renewed too: it comes back by itself
    trying.logger.warn({ err: error, job: job.dedupeKey }, "a job could not be put back");
  } finally {
    clearInterval(renewal);
  }
}

async function renew(
  { storage, clock, logger, leaseMs }: Trying,
  job: TakenJob,
  lost: AbortController,
): Promise<void> {
  try {
    if (!(await storage.renewLease(job, clock() + leaseMs))) lost.abort();
  } catch (error) {
    logger.warn({ err: error, job: job.dedupeKey }, "a lease could not be renewed");
  }
}

async function outcomeOf(trying: Trying, job: TakenJob, signal: AbortSignal): Promise<JobOutcome> {
  try {
    // one that ends the process with it never comes further than being taken
    if (job.attempts > ATTEMPTS_MAX) return await giveUp(trying, job);
    return await kindOf(trying, job).run(job, signal);
  } catch (error) {
    const { logger } = trying;
    if (!(error instanceof StorageUnavailable)) logger.error({ err: error }, "unexpected error in a job");
    return { kind: "again", reason: (error as Error).name };
  }
}

type Failed = { outcome: Extract<JobOutcome, { kind: "again" }>; isStopped: boolean };

async function putBack(trying: Trying, job: TakenJob, { outcome, isStopped }: Failed): Promise<void> {
  const { storage, clock, logger } = trying;
  const { attempts, dedupeKey } = job;
  const { reason } = outcome;
  if (isStopped) {
    await storage.returnJob(job);
  } else if (attempts >= ATTEMPTS_MAX) {
    logger.warn({ job: dedupeKey, attempts, reason }, "a job failed for the last time");
    await giveUp(trying, job);
  } else {
    const waitMs = outcome.afterMs ?? waitAfter(attempts);
    logger.warn({ job: dedupeKey, attempts, reason, waitMs }, "a job is tried again later");
    await storage.postponeJob(job, clock() + waitMs);
  }
}

async function giveUp(trying: Trying, job: TakenJob): Promise<JobOutcome> {
  trying.logger.error({ job: job.dedupeKey, attempts: job.attempts }, "a job is given up");
  await kindOf(trying, job).giveUp(job);
  return { kind: "ended" };
}

function kindOf({ kinds }: Trying, job: TakenJob): JobKind {
  const known = kinds.find(({ kind }) => kind === job.kind);
  if (!known) throw new Error(`A job of a kind that was not asked for: ${job.kind}`);
  return known;
}

/** 5 s, 15 s, 45 s and so on, up to an hour. */
function waitAfter(attempts: number): number {
  return Math.min(FIRST_WAIT_MS * 3 ** (attempts - 1), WAIT_MAX_MS);
}
