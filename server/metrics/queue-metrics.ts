import { setTimeout } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";
import { SESSION_IDLE_HOURS } from "#contract/limits.ts";
import { type LiveSessions, type QueueFigure, type QueueName, queueNames } from "../storage/queue-stats.ts";
import type { Storage } from "../storage/storage.ts";

/** The database is read at most once in this time, however often metrics are scraped. */
export const READ_EVERY_MS = 5_000;
/** A scrape must be answered even if the database hangs. */
const READ_LIMIT_MS = 2_000;
const SESSION_IDLE_MS = SESSION_IDLE_HOURS * 3_600_000;

type Watched = { storage: Pick<Storage, "stats">; clock: () => number };
type Figures = { at: number; queues: { [Name in QueueName]: QueueFigure }; sessions: LiveSessions };

/** Lengths of the queues and numbers of live sessions, read on scrape; absent if they cannot be read. */
export function watchQueues(registry: Registry, watched: Watched): void {
  const read = readSeldom(watched);
  const registers = [registry];

  /** No figure is better than an outdated one. */
  function queueGauge(name: string, help: string, tell: (figure: QueueFigure, at: number) => number) {
    new Gauge({
      name,
      help,
      labelNames: ["queue"],
      registers,
      async collect() {
        const figures = await read();
        this.reset();
        if (!figures) return;
        for (const queue of queueNames) this.set({ queue }, tell(figures.queues[queue], figures.at));
      },
    });
  }

  queueGauge(
    "firsthand_queue_waiting",
    "Entries that are not done yet, up to 10000.",
    ({ waiting }) => waiting,
  );
  queueGauge(
    "firsthand_queue_oldest_seconds",
    "How long the oldest waiting entry has been there; 0 where the queue is empty.",
    ({ oldestAt }, at) => secondsSince(oldestAt, at),
  );
  queueGauge(
    "firsthand_queue_overdue_seconds",
    "How long the oldest due entry has waited without anyone working on it; 0 if no entry is due.",
    ({ dueAt }, at) => secondsSince(dueAt, at),
  );
  new Gauge({
    name: "firsthand_sessions",
    help: "Sessions that are in force, up to 10000.",
    labelNames: ["side"],
    registers,
    async collect() {
      const figures = await read();
      this.reset();
      if (!figures) return;
      this.set({ side: "client" }, figures.sessions.clients);
      this.set({ side: "manager" }, figures.sessions.managers);
    },
  });
  new Gauge({
    name: "firsthand_database_up",
    help: "1 where the database has answered within two seconds, else 0.",
    registers,
    async collect() {
      this.set((await read()) ? 1 : 0);
    },
  });
}

function secondsSince(instant: number | null, now: number): number {
  return instant === null ? 0 : Math.max(0, now - instant) / 1_000;
}

/**
 * Single flight, and the result is cached for some seconds, even a failure. A hanging read is not started a second
 * time.
 */
function readSeldom({ storage, clock }: Watched): () => Promise<Figures | undefined> {
  let underWay: Promise<Figures | undefined> | undefined;
  let known: { at: number; figures: Figures | undefined } | undefined;

  async function read(): Promise<Figures | undefined> {
    const at = clock();
    const queues = await storage.stats.queues(at);
    const sessions = await storage.stats.sessions({ now: at, usedAfter: at - SESSION_IDLE_MS });
    return { at, queues, sessions };
  }

  return () => {
    const age = known ? clock() - known.at : Number.POSITIVE_INFINITY;
    // a negative age, after the clock was set back, also causes a new read
    if (known && age >= 0 && age < READ_EVERY_MS) return Promise.resolve(known.figures);
    underWay ??= read()
      .catch(() => undefined)
      .then((figures) => {
        known = { at: clock(), figures };
        underWay = undefined;
        return figures;
      });
    return Promise.race([underWay, setTimeout(READ_LIMIT_MS, undefined, { ref: false })]);
  };
}
