import type { Storage } from "../storage/storage.ts";
import { type Trying, tryJob } from "./try-job.ts";

export type WorkerOptions = Pick<Trying, "kinds" | "clock" | "logger" | "noteTry"> & {
  storage: Pick<Storage, "jobs">;
  /** So many jobs are done side by side. */
  atOnce: number;
  /** While it is true, no job is taken; then the worker has to be woken. */
  isResting?: () => boolean;
  times?: WorkerTimes;
};

export type WorkerTimes = {
  /** How often the queue is looked at for what other processes have put in, and for what is due again. */
  pollMs: number;
  /** What a worker that dies keeps from the others; renewed three times meanwhile. */
  leaseMs: number;
  /** Jobs under way when the server stops have this long; then they are given back. */
  finishMs: number;
};

export type Worker = {
  /** Looks at the queue at once, as after a job was put into it; from then on it looks automatically too. */
  wake(): void;
  /** Takes no more jobs, and settles when those under way are done or given back. */
  stop(): Promise<void>;
};

const TIMES: WorkerTimes = { pollMs: 1_000, leaseMs: 30_000, finishMs: 4_000 };

/** Does the jobs of these kinds, each as often as it takes, from when it is first woken until it is stopped. */
export function createWorker(options: WorkerOptions): Worker {
  const { storage, kinds, atOnce, isResting = () => false, clock, logger, times = TIMES } = options;
  const names = kinds.map(({ kind }) => kind);
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  const trying: Trying = { ...options, leaseMs: times.leaseMs, stopping: stopping.signal };
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
      // said once, not at every look
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
