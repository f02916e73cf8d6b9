import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { EngineStats } from "../storage/engine/engine.ts";
import type { Storage } from "../storage/storage.ts";

/** A commit waits for the disk: a tenth of a millisecond on a good one, seconds on a failing one. */
const TRANSACTION_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

type Watched = Pick<Storage, "engineStats" | "watchTransactions">;

/** The engine's own statistics; figures that an engine lacks are absent. */
export function countTransactions(registry: Registry, storage: Watched): void {
  const registers = [registry];
  const transactions = new Histogram({
    name: "firsthand_database_transaction_seconds",
    help: "How long a write transaction took, from its begin to its commit.",
    buckets: TRANSACTION_BUCKETS,
    registers,
  });
  const writes = new Counter({
    name: "firsthand_database_writes_total",
    help: "Writes that were committed; several may share a transaction.",
    registers,
  });
  storage.watchTransactions((seconds, count) => {
    transactions.observe(seconds);
    writes.inc(count);
  });

  const figures: [name: string, help: string, read: (stats: EngineStats) => number | undefined][] = [
    [
      "firsthand_database_writes_waiting",
      "Writes that are in no transaction yet.",
      ({ writesWaiting }) => writesWaiting,
    ],
    [
      "firsthand_database_pool_in_use",
      "Connections of the pool that are in use, where the engine has a pool.",
      ({ pool }) => pool?.inUse,
    ],
    [
      "firsthand_database_pool_idle",
      "Connections of the pool that are open and not in use.",
      ({ pool }) => pool?.idle,
    ],
    [
      "firsthand_database_pool_waiting",
      "Requests that wait for a connection of the pool.",
      ({ pool }) => pool?.waiting,
    ],
  ];
  for (const [name, help, read] of figures) {
    if (read(storage.engineStats()) === undefined) continue;
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read(storage.engineStats()) ?? 0);
      },
    });
  }
}
