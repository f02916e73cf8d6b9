import type { Definition } from "../interviews/definition.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { RestoreOutcome } from "../storage/records/records.ts";
import type { Storage } from "../storage/storage.ts";
import { summarizeRecord } from "./save-record.ts";

export type RestoreRevisionCommand = { clientId: string; revision: number; actor: Actor };

/**
 * Restores an earlier revision completely: it includes entries that today's interview does not know, and nothing newer
 * is carried over.
 */
export function restoreRevision(
  storage: Pick<Storage, "records">,
  asked: Definition,
  { clientId, revision, actor }: RestoreRevisionCommand,
): Promise<RestoreOutcome> {
  return storage.records.restore(
    { clientId, revision, at: actor.at, compose: (record) => summarizeRecord(asked, record) },
    [eventOf(actor, "record.restored", { clientId, detail: `revision ${revision}` })],
  );
}
