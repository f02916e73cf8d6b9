import { isoOf } from "#contract/instants.ts";
import { type Look, marksOf } from "#contract/manage/answers/read-markers.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { CatalogueError } from "../http/errors.ts";
import type { AskedInterview } from "../interview-file/asked-interviews.ts";
import type { Storage } from "../storage/storage.ts";

type Looking = { storage: Pick<Storage, "readMarkers" | "records">; asked: AskedInterview };
/** Who looks at whom. */
export type ReadMarkerName = { clientId: string; managerId: string };

/** What a visit that begins now is compared with: on the first one, with what there is. */
export async function readMarkers({ storage, asked }: Looking, name: ReadMarkerName): Promise<Look> {
  const look = await storage.readMarkers.find(name);
  if (look) return { lookedAt: isoOf(look.lookedAt), marks: look.marks };
  const stored = await storage.records.load(name.clientId);
  return { lookedAt: null, marks: marksOf(asked.interview, stored?.record ?? {}) };
}

/** Throws NOT_FOUND where that revision is not stored. */
export async function markRead(
  { storage, asked }: Looking,
  look: ReadMarkerName & { revision: number; at: number },
): Promise<void> {
  const marks = (record: ClientRecord) => marksOf(asked.interview, record);
  if (!(await storage.readMarkers.put({ ...look, marksOf: marks }))) throw new CatalogueError("NOT_FOUND");
}
