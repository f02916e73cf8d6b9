import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { StorageUnavailable } from "../storage/engine/faults.ts";
import type { ReaderAddress } from "../storage/search/open-reader.ts";
import { createHeartbeat } from "./heartbeat.ts";
import type {
  MessageFromThread,
  MessageToThread,
  SearchTotals,
  SearchWork,
  ThreadReport,
  ThreadSetup,
} from "./protocol.ts";

const HEAP_MB = 128;
/** V8 would choose more and leave too little for pages, so that half the time goes into garbage collection. */
const YOUNG_HEAP_MB = 8;
const IDLE_MS = 60_000;
/** With at least this many cores there are two threads. */
const CORES_FOR_TWO = 4;

/** Receives the results of a search in a thread. */
export type Listener = {
  report(report: ThreadReport): void;
  end(found: SearchTotals): void;
  fail(error: StorageUnavailable): void;
};
export type ThreadOptions = { count?: number; idleMs?: number };

/** Search threads, which start when needed and end after a minute without a search. */
export function openSearchThreads(
  database: ReaderAddress,
  { count = threadCount(), idleMs = IDLE_MS }: ThreadOptions = {},
) {
  const start = threadStarter();
  const heartbeat = createHeartbeat();
  const threads = Array.from({ length: count }, () =>
    openThread(() => start({ database, beat: heartbeat.beat }), idleMs),
  );
  const load = () => threads.reduce((sum, { listeners }) => sum + listeners.size, 0);
  let lastId = 0;

  return {
    /** Returns a function that stops the search. */
    begin(work: SearchWork, listener: Listener): () => void {
      const id = ++lastId;
      const thread = threads.reduce((one, other) =>
        other.listeners.size < one.listeners.size ? other : one,
      );
      const settle = () => {
        thread.forget(id);
        if (load() === 0) heartbeat.stop();
      };
      thread.begin(id, work, {
        report: listener.report,
        end: (found) => {
          settle();
          listener.end(found);
        },
        fail: (error) => {
          settle();
          listener.fail(error);
        },
      });
      heartbeat.start();
      return () => {
        thread.stop(id);
        settle();
      };
    },
    async close(): Promise<void> {
      heartbeat.stop();
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

function threadCount(): number {
  return availableParallelism() >= CORES_FOR_TWO ? 2 : 1;
}

function openThread(start: () => Worker, idleMs: number) {
  const listeners = new Map<number, Listener>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  function failAll(cause: unknown): void {
    for (const listener of listeners.values())
      listener.fail(new StorageUnavailable("The search has ended: its thread is gone", { cause }));
  }

  function startWorker(): Worker {
    const started = start();
    let cause: unknown;
    started.on("message", (message: MessageFromThread) => hear(listeners.get(message.id), message));
    started.on("error", (error) => {
      cause = error;
    });
    started.on("exit", () => {
      if (worker !== started) return;
      worker = undefined;
      failAll(cause);
    });
    // a stopping server does not wait for the thread
    started.unref();
    return started;
  }

  function send(message: MessageToThread): void {
    worker?.postMessage(message);
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }

  return {
    listeners,
    begin(id: number, work: SearchWork, listener: Listener): void {
      clearTimeout(idle);
      worker ??= startWorker();
      send({ kind: "begin", id, work });
      listeners.set(id, listener);
    },
    stop: (id: number) => send({ kind: "stop", id }),
    forget(id: number): void {
      listeners.delete(id);
      clearTimeout(idle);
      if (listeners.size === 0) idle = setTimeout(() => void end(), idleMs).unref();
    },
    async close(): Promise<void> {
      await end();
      failAll(undefined);
      clearTimeout(idle);
    },
  };
}

/** The listener is undefined if the search was stopped. */
function hear(listener: Listener | undefined, message: MessageFromThread): void {
  if (message.kind === "report") listener?.report(message.report);
  else if (message.kind === "end") listener?.end(message.found);
  else listener?.fail(new StorageUnavailable(`The search has ended: ${message.message}`));
}

/** In a build, the code is read at the start, because after an upgrade in place the file would be another release's. */
function threadStarter(): (setup: ThreadSetup) => Worker {
  const built = join(import.meta.dirname, "search-thread.cjs");
  const code = existsSync(built) ? readFileSync(built, "utf8") : undefined;
  return (workerData) => {
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB };
    const options = { name: "search", workerData, resourceLimits };
    return code === undefined
      ? new Worker(new URL("./search-thread.ts", import.meta.url), options)
      : new Worker(code, { ...options, eval: true });
  };
}
