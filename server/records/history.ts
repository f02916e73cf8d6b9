import type { Definition } from "../interviews/definition.ts";
import type { StoredRevision } from "../storage/records/history.ts";
import type { Storage } from "../storage/storage.ts";
import { summarised } from "./save-record.ts";

/** One stored revision, with how far the client had come in it. */
export type HistoryStep = StoredRevision & {
  completed: number;
  total: number;
  percent: number;
  /** Whether it is the record now. */
  isRecord: boolean;
};

/**
 * Every stored revision of a client's record, newest first. What the summary row says of the record only is computed
 * here for each of them, one body at a time: 500 full ones do not fit into memory together.
 */
export async function historyOf(
  storage: Pick<Storage, "records">,
  asked: Definition,
  clientId: string,
): Promise<HistoryStep[]> {
  const revisions = await storage.records.listRevisions(clientId);
  const steps: HistoryStep[] = [];
  for (const stored of revisions) {
    const record = await storage.records.loadRevision(clientId, stored.revision);
    // dropped since it was listed
    if (!record) continue;
    const { completed, total, percent } = summarised(asked, record);
    steps.push({ ...stored, completed, total, percent, isRecord: stored === revisions[0] });
  }
  return steps;
}
