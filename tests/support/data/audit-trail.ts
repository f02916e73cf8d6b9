import { DatabaseSync } from "node:sqlite";
import type { Service } from "../service/service.ts";

/** Every event of the audit trail, including events without a client, in the order of writing. */
export function auditTrail({ config }: { config: Pick<Service["config"], "databaseFile"> }) {
  const database = new DatabaseSync(config.databaseFile, { readOnly: true });
  const rows = database
    .prepare("select kind, actor, client_id, key_id, request_id, detail from events order by rowid")
    .all();
  database.close();
  return rows as { [column: string]: string | null }[];
}
