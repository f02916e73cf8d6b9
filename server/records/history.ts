import type { Definition } from "../interviews/definition.ts";
import type { StoredRevision } from "../storage/records/history.ts";
import type { Storage } from "../storage/storage.ts";
import { summarizeRecord } from "./save-record.ts";

/** A stored revision with the client's progress at that time. */
export type HistoryStep = StoredRevision & {
  completed: number;
  total: number;
  percent: number;
  /** Whether it is the current record. */
  isRecord: boolean;
};

/**
 * Every stored revision of a client's record, newest first. The progress of old revisions is not stored, so it is
 * computed here, one record at a time: 500 full records do not fit into memory together.
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
    // deleted since it was listed
    if (!record) continue;
    const { completed, total, percent } = summarizeRecord(asked, record);
    steps.push({ ...stored, completed, total, percent, isRecord: stored === revisions[0] });
  }
  return steps;
}
