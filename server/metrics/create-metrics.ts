import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { version } from "../runtime/package.ts";
import { watchBackups } from "./backup-metrics.ts";
import { countTransactions } from "./database-metrics.ts";
import { httpMetrics } from "./http-metrics.ts";
import { jobMetrics } from "./job-metrics.ts";
import type { Metrics, MetricsSources } from "./metrics.ts";
import { watchQueues } from "./queue-metrics.ts";

/** Node's open handles, by internal names; an operator cannot act on these. */
const UNWANTED = ["handles", "requests", "resources"].flatMap((what) => [
  `nodejs_active_${what}`,
  `nodejs_active_${what}_total`,
]);

/** Creates the registry and starts counting. */
export function createMetrics({ storage, backups, clock }: MetricsSources): Metrics {
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
  if (backups) watchBackups(registry, { backups, clock });
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
