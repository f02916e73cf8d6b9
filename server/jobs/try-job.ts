import type { FastifyBaseLogger } from "fastify";
import { AudioUnavailable, StorageUnavailable } from "../storage/engine/faults.ts";
import type { TakenJob } from "../storage/outbox/jobs.ts";
import type { Storage } from "../storage/storage.ts";

/** The outcome of one attempt. The job's own code writes its result, in the transaction that ends the job. */
export type JobOutcome =
  /** The job's own code has ended or postponed the job, or another worker has it. */
  | { kind: "ended" }
  /** A retry may succeed. `reason` is logged, so it contains no client's words. */
  | { kind: "again"; reason: string; afterMs?: number | undefined };

/** How the worker handles one kind of job. */
export type JobKind = {
  kind: string;
  /** Stops early when the signal aborts, and then does not end the job. */
  run(job: TakenJob, signal: AbortSignal): Promise<JobOutcome>;
  /** Ends a job after its last attempt. */
  giveUp(job: TakenJob): Promise<void>;
};

export type TryJobContext = {
  storage: Pick<Storage, "jobs">;
  kinds: JobKind[];
  /** Epoch milliseconds. */
  clock: () => number;
  logger: Pick<FastifyBaseLogger, "warn" | "error">;
  leaseMs: number;
  /** Aborts when the server cannot wait any longer. */
  stopping: AbortSignal;
  /** Called after each attempt. */
  noteTry?: TryNote | undefined;
};

/** The outcome of an attempt: ended, to be retried, given up, or returned to the queue because the server stops. */
export const tryOutcomes = ["ended", "again", "given-up", "given-back"] as const;
export type TryOutcome = (typeof tryOutcomes)[number];
export type TryNote = (tried: { kind: string; outcome: TryOutcome; seconds: number }) => void;

export const ATTEMPTS_MAX = 10;
const FIRST_WAIT_MS = 5_000;
/** Ten attempts are spread over four hours. */
const WAIT_MAX_MS = 3_600_000;

/**
 * Makes one attempt and renews the job's lease meanwhile; afterwards the job is ended, queued for a retry, or returned.
 */
export async function tryJob(context: TryJobContext, job: TakenJob): Promise<void> {
  const lost = new AbortController();
  const renewal = setInterval(() => void renew(context, job, lost), context.leaseMs / 3);
  const begun = performance.now();
  try {
    const signal = AbortSignal.any([context.stopping, lost.signal]);
    const tried = await outcomeOf(context, job, signal);
    const outcome =
      tried.kind === "again"
        ? await putBack(context, job, { outcome: tried, isStopped: signal.aborted })
        : tried.kind;
    context.noteTry?.({ kind: job.kind, outcome, seconds: (performance.now() - begun) / 1_000 });
  } catch (error) {
    // the lease is no longer renewed, so that the job returns to the queue when it runs out
    context.logger.warn({ err: error, ...nameOf(job) }, "a job could not be put back");
  } finally {
    clearInterval(renewal);
  }
}

async function renew(
  { storage, clock, logger, leaseMs }: TryJobContext,
  job: TakenJob,
  lost: AbortController,
): Promise<void> {
  try {
    if (!(await storage.jobs.renewLease(job, clock() + leaseMs))) lost.abort();
  } catch (error) {
    logger.warn({ err: error, ...nameOf(job) }, "a lease could not be renewed");
  }
}

async function outcomeOf(
  context: TryJobContext,
  job: TakenJob,
  signal: AbortSignal,
): Promise<JobOutcome | { kind: "given-up" }> {
  try {
    // a job that crashes the process never gets further than being taken
    if (job.attempts > ATTEMPTS_MAX) return await giveUp(context, job);
    return await kindOf(context, job).run(job, signal);
  } catch (error) {
    const { logger } = context;
    if (!(error instanceof StorageUnavailable))
      logger.error({ err: error, ...nameOf(job) }, "unexpected error in a job");
    const { name, message } = error as Error;
    return { kind: "again", reason: error instanceof AudioUnavailable ? message : name };
  }
}

type Failed = { outcome: Extract<JobOutcome, { kind: "again" }>; isStopped: boolean };

async function putBack(
  context: TryJobContext,
  job: TakenJob,
  { outcome, isStopped }: Failed,
): Promise<TryOutcome> {
  const { storage, clock, logger } = context;
  const { attempts } = job;
  const { reason } = outcome;
  if (isStopped) {
    await storage.jobs.return(job);
    return "given-back";
  }
  if (attempts >= ATTEMPTS_MAX) {
    logger.warn({ ...nameOf(job), attempts, reason }, "a job failed for the last time");
    return (await giveUp(context, job)).kind;
  }
  const waitMs = outcome.afterMs ?? waitAfter(attempts);
  logger.warn({ ...nameOf(job), attempts, reason, waitMs }, "a job is tried again later");
  await storage.jobs.postpone(job, clock() + waitMs);
  return "again";
}

async function giveUp(context: TryJobContext, job: TakenJob): Promise<{ kind: "given-up" }> {
  context.logger.error({ ...nameOf(job), attempts: job.attempts }, "a job is given up");
  await kindOf(context, job).giveUp(job);
  return { kind: "given-up" };
}

function kindOf({ kinds }: TryJobContext, job: TakenJob): JobKind {
  const known = kinds.find(({ kind }) => kind === job.kind);
  if (!known) throw new Error(`A job of a kind that was not asked for: ${job.kind}`);
  return known;
}

/** The job's name in the log; its key consists of ids. */
function nameOf({ kind, dedupeKey }: TakenJob) {
  return { kind, job: dedupeKey };
}

/** 5 s, 15 s, 45 s and so on, up to an hour. */
function waitAfter(attempts: number): number {
  return Math.min(FIRST_WAIT_MS * 3 ** (attempts - 1), WAIT_MAX_MS);
}
