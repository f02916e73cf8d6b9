import type { FastifyInstance } from "fastify";
import type { NightlyBackups } from "../backups/nightly-backups.ts";
import type { TryNote } from "../jobs/try-job.ts";
import type { Config } from "../settings/config.ts";
import type { Storage } from "../storage/storage.ts";

/** Counts of this process, and figures read from its database on each scrape. */
export type Metrics = {
  /** Counts this app's answers. */
  watchHttp(app: FastifyInstance): void;
  /** Counts a request that could not be parsed and therefore has no route. */
  noteBroken: () => void;
  /** Counts attempts of jobs. */
  noteTry: TryNote;
  contentType: string;
  /** Metrics in Prometheus text format. Frequent scrapes do not increase the load on the database. */
  text(): Promise<string>;
};

export type MetricsSources = {
  storage: Pick<Storage, "stats" | "engineStats" | "watchTransactions">;
  /** Undefined if the server makes no backups. */
  backups: Pick<NightlyBackups, "newest" | "isFailing"> | undefined;
  /** Epoch milliseconds. */
  clock: () => number;
};

/** Undefined if metrics are off; then nothing is counted, and the metrics code is not loaded. */
export async function openMetrics(
  { metricsPort, metricsToken }: Pick<Config, "metricsPort" | "metricsToken">,
  watched: MetricsSources,
): Promise<Metrics | undefined> {
  if (metricsPort === undefined && metricsToken === undefined) return undefined;
  const { createMetrics } = await import("./create-metrics.ts");
  return createMetrics(watched);
}
