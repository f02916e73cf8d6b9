import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** The time that requests in progress have once the server accepts no new ones. */
const STOP_LIMIT_MS = 8_000;
/**
 * Ctrl+C reaches every process of the group, and `npm start` passes it on again: two signals this close are one press.
 */
const SAME_PRESS_MS = 300;
const SIGNALS = ["SIGTERM", "SIGINT"] as const;

export type StopOptions = {
  app: FastifyInstance;
  workers: { stop(): Promise<void> }[];
  /** How long new connections are accepted after SIGTERM. Ctrl+C does not wait. */
  drainSeconds: number;
  /** Called as soon as the server receives a stop signal. */
  begin: () => void;
  /** Closes what requests and jobs depend on, once they have ended. */
  close: () => Promise<void>;
  /** Writes buffered log lines. */
  flush: () => void;
};

/**
 * On a stop signal, the server reports that it is not ready, and keeps serving for the drain time. Then it accepts no
 * more connections, and requests in progress finish. Jobs are returned to the queue at once. A second signal ends the
 * process.
 */
export function stopOnSignal(options: StopOptions): void {
  let firstSignalAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstSignalAt === undefined) {
      firstSignalAt = performance.now();
      void stop(options, signal);
    } else if (performance.now() - firstSignalAt > SAME_PRESS_MS) end(options, 1);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
}

async function stop(options: StopOptions, signal: NodeJS.Signals): Promise<void> {
  const { app, workers, close, begin } = options;
  const drainSeconds = signal === "SIGTERM" ? options.drainSeconds : 0;
  begin();
  app.log.info({ signal, drainSeconds }, "stopping");
  const jobsOver = Promise.all(workers.map((worker) => worker.stop()));
  await setTimeout(drainSeconds * 1_000);
  const limit = globalThis.setTimeout(() => {
    app.log.warn("running requests took too long");
    app.server.closeAllConnections();
  }, STOP_LIMIT_MS);
  await Promise.all([app.close(), jobsOver]);
  clearTimeout(limit);
  await close();
  app.log.info("stopped");
  end(options, 0);
}

function end({ flush }: StopOptions, code: number): void {
  flush();
  process.exit(code);
}
