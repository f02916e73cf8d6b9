import type { RestoreOutcome, Storage } from "../storage/storage.ts";
import { type AskedInterview, summarised } from "./save-record.ts";

export type Restoring = { clientId: string; revision: number; now: number };

/**
 * A full return to an earlier revision: entries that today's interview does not know come back with it, and nothing
 * newer is carried over.
 */
export function restoreRevision(
  storage: Storage,
  asked: AskedInterview,
  { clientId, revision, now }: Restoring,
): Promise<RestoreOutcome> {
  return storage.restoreRevision(
    { clientId, revision, at: now, compose: (record) => summarised(asked, record) },
    [{ at: now, kind: "record.restored", actor: "operator", clientId, detail: `revision ${revision}` }],
  );
}
