import type { FastifyBaseLogger } from "fastify";

type PollOptions = {
  /** Reads what may have changed. */
  look: () => Promise<void>;
  everyMs: number;
  logger: Pick<FastifyBaseLogger, "warn">;
  /** The message to log on failure. */
  failure: string;
};

/**
 * Polling: waits `everyMs` after each run. Logs a failure once until a run succeeds. Returns a function that stops it.
 */
export function poll({ look, everyMs, logger, failure }: PollOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;
  let isStopped = false;

  async function lookOnce(): Promise<void> {
    try {
      await look();
      hasFailed = false;
    } catch (error) {
      // a failure after stopping is only the database being closed
      if (!hasFailed && !isStopped) logger.warn({ err: error }, failure);
      hasFailed = true;
    }
  }

  function schedule(): void {
    timer = setTimeout(() => void lookOnce().finally(() => isStopped || schedule()), everyMs).unref();
  }
  schedule();

  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
