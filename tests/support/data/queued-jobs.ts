import { DatabaseSync } from "node:sqlite";
import type { Service } from "../service/service.ts";

export type QueuedJob = { kind: string; nextAt: number; isLeased: boolean };

/** The jobs in the queue, as the database has them. */
export function queuedJobs({ config }: { config: Pick<Service["config"], "databaseFile"> }): QueuedJob[] {
  const database = new DatabaseSync(config.databaseFile, { readOnly: true });
  const rows = database.prepare("select kind, next_at, lease from jobs order by kind, next_at").all();
  database.close();
  return rows.map(({ kind, next_at, lease }) => ({
    kind: String(kind),
    nextAt: Number(next_at),
    isLeased: lease !== null,
  }));
}
