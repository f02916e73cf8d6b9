import type { FastifyBaseLogger } from "fastify";

type LookOptions = {
  /** Reads what may have changed. */
  look: () => Promise<void>;
  everyMs: number;
  logger: Pick<FastifyBaseLogger, "warn">;
  /** What is logged where it cannot be read. */
  failure: string;
};

/** Looks again and again, a while after each look; a failure is logged once, until a look succeeds. Returns how to stop. */
export function lookAgain({ look, everyMs, logger, failure }: LookOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;
  let isStopped = false;

  async function lookOnce(): Promise<void> {
    try {
      await look();
      hasFailed = false;
    } catch (error) {
      // not of a database that is closed on purpose
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
