import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Config } from "../config.ts";
import type { TryNote } from "../jobs/try-job.ts";
import { version } from "../package.ts";
import type { Storage } from "../storage/storage.ts";
import { countTransactions } from "./database-metrics.ts";
import { httpMetrics } from "./http-metrics.ts";
import { jobMetrics } from "./job-metrics.ts";
import { watchQueues } from "./queue-metrics.ts";

/** What is counted of this process, and read of its database when it is asked for. */
export type Metrics = {
  /** Counts what this app answers. */
  watchHttp(app: FastifyInstance): void;
  /** Counts a request that has no route, as it could not be read. */
  noteBroken: () => void;
  /** Counts the tries of jobs. */
  noteTry: TryNote;
  contentType: string;
  /** In the text format of Prometheus. Asking often costs the database no more than asking every few seconds. */
  text(): Promise<string>;
};

type Watched = {
  storage: Pick<Storage, "readQueues" | "countSessions" | "engineStats" | "watchTransactions">;
  /** Epoch milliseconds. */
  clock: () => number;
};

/** What Node keeps open, by a name that is none of its own interface: nobody can act on it. */
const UNWANTED = ["handles", "requests", "resources"].flatMap((what) => [
  `nodejs_active_${what}`,
  `nodejs_active_${what}_total`,
]);

/** Undefined where nobody watches: then nothing is counted. */
export function openMetrics(
  { metricsPort, metricsToken }: Pick<Config, "metricsPort" | "metricsToken">,
  watched: Watched,
): Metrics | undefined {
  return metricsPort === undefined && metricsToken === undefined ? undefined : createMetrics(watched);
}

function createMetrics({ storage, clock }: Watched): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of UNWANTED) registry.removeSingleMetric(name);
  new Gauge({
    name: "firsthand_build_info",
    help: "Always 1; the version is in the label.",
    labelNames: ["version"],
    registers: [registry],
  }).set({ version }, 1);
  countTransactions(registry, storage);
  watchQueues(registry, { storage, clock });
  const http = httpMetrics(registry);
  let underWay: Promise<string> | undefined;

  return {
    ...http,
    noteTry: jobMetrics(registry),
    contentType: registry.contentType,
    text() {
      underWay ??= registry.metrics().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
  };
}
