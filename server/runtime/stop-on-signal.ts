import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** When nothing is taken any more, requests under way have this long. */
const STOP_LIMIT_MS = 8_000;
/** The terminal sends Ctrl+C to every program of a group, and `npm start` passes it on: that is one press, not two. */
const SAME_PRESS_MS = 300;
const SIGNALS = ["SIGTERM", "SIGINT"] as const;

export type Stopping = {
  app: FastifyInstance;
  workers: { stop(): Promise<void> }[];
  /** After SIGTERM, new connections are taken for this long. Ctrl+C does not wait. */
  drainSeconds: number;
  /** Called as soon as the server gets a signal to stop. */
  begin: () => void;
  /** Closes what requests and jobs stand on, when they are over. */
  close: () => Promise<void>;
  /** Writes what was logged. */
  flush: () => void;
};

/**
 * On a signal to stop, the server says so to anyone who asks whether it is ready, and goes on serving for the drain
 * time. Then it takes no more connections, and what is under way finishes. Jobs are given back at once. A second signal
 * ends it.
 */
export function stopOnSignal(stopping: Stopping): void {
  let firstSignalAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstSignalAt === undefined) {
      firstSignalAt = performance.now();
      void stop(stopping, signal);
    } else if (performance.now() - firstSignalAt > SAME_PRESS_MS) end(stopping, 1);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
}

async function stop(stopping: Stopping, signal: NodeJS.Signals): Promise<void> {
  const { app, workers, close, begin } = stopping;
  const drainSeconds = signal === "SIGTERM" ? stopping.drainSeconds : 0;
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
  end(stopping, 0);
}

function end({ flush }: Stopping, code: number): void {
  flush();
  process.exit(code);
}
