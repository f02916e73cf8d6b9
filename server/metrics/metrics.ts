import type { FastifyInstance } from "fastify";
import type { NightlyBackups } from "../backups/nightly-backups.ts";
import type { TryNote } from "../jobs/try-job.ts";
import type { Config } from "../settings/config.ts";
import type { Storage } from "../storage/storage.ts";

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

export type Watched = {
  storage: Pick<Storage, "stats" | "engineStats" | "watchTransactions">;
  /** Undefined where the server makes none. */
  backups: Pick<NightlyBackups, "newest" | "isFailing"> | undefined;
  /** Epoch milliseconds. */
  clock: () => number;
};

/** Undefined where nobody watches: then nothing is counted, nor is what counts loaded. */
export async function openMetrics(
  { metricsPort, metricsToken }: Pick<Config, "metricsPort" | "metricsToken">,
  watched: Watched,
): Promise<Metrics | undefined> {
  if (metricsPort === undefined && metricsToken === undefined) return undefined;
  const { createMetrics } = await import("./create-metrics.ts");
  return createMetrics(watched);
}
