import type { Storage } from "../storage/storage.ts";
import { type TryJobContext, tryJob } from "./try-job.ts";

export type WorkerOptions = Pick<TryJobContext, "kinds" | "clock" | "logger" | "noteTry"> & {
  storage: Pick<Storage, "jobs">;
  /** The number of jobs that run at the same time. */
  atOnce: number;
  /** While it returns true, no job is taken; afterwards the worker has to be woken. */
  isResting?: () => boolean;
  times?: WorkerTimes;
};

export type WorkerTimes = {
  /** Polling interval, for jobs that other processes queued and for jobs that are due again. */
  pollMs: number;
  /** How long the jobs of a dead worker stay blocked; a live one renews its leases three times as often. */
  leaseMs: number;
  /** How long running jobs have when the server stops, before they are returned to the queue. */
  finishMs: number;
};

export type Worker = {
  /** Checks the queue at once, for example after a job was queued; from the first call on, polling runs too. */
  wake(): void;
  /** Takes no more jobs, and resolves when running ones have ended or been returned. */
  stop(): Promise<void>;
};

const TIMES: WorkerTimes = { pollMs: 1_000, leaseMs: 30_000, finishMs: 4_000 };

/** Runs jobs of these kinds, from the first wake until it is stopped. */
export function createWorker(options: WorkerOptions): Worker {
  const { storage, kinds, atOnce, isResting = () => false, clock, logger, times = TIMES } = options;
  const names = kinds.map(({ kind }) => kind);
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  const trying: TryJobContext = { ...options, leaseMs: times.leaseMs, stopping: stopping.signal };
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStopped = false;
  let isUnavailable = false;

  function wake(): void {
    if (isStopped || kinds.length === 0 || isResting()) return;
    isAskedAgain = true;
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }

  async function look(): Promise<void> {
    clearTimeout(timer);
    while (isAskedAgain && !isStopped) {
      isAskedAgain = false;
      await takeWhatIsDue();
    }
    if (!isStopped) timer = setTimeout(wake, times.pollMs);
  }

  async function takeWhatIsDue(): Promise<void> {
    try {
      while (!isStopped && !isResting() && underWay.size < atOnce) {
        const now = clock();
        const job = await storage.jobs.take(names, { now, until: now + times.leaseMs });
        isUnavailable = false;
        if (!job) return;
        const work = tryJob(trying, job).finally(() => {
          underWay.delete(work);
          wake();
        });
        underWay.add(work);
      }
    } catch (error) {
      // logged once, not on each poll
      if (!isUnavailable) logger.warn({ err: error }, "the queue cannot serve; it is looked at again");
      isUnavailable = true;
    }
  }

  return {
    wake,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      const limit = setTimeout(() => stopping.abort(), times.finishMs);
      await Promise.all(underWay);
      clearTimeout(limit);
    },
  };
}
