import { isoOf } from "#contract/instants.ts";
import { marksOf, type ReadMarkers } from "#contract/manage/answers/read-markers.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { CatalogError } from "../http/errors.ts";
import type { Definition } from "../interviews/definition.ts";
import type { Storage } from "../storage/storage.ts";

type ReadMarkerSources = { storage: Pick<Storage, "readMarkers" | "records">; asked: Definition };
/** A manager and the client whose answers the manager reads. */
export type ReadMarkerName = { clientId: string; managerId: string };

/** What a new visit is compared with: the last visit, or on the first visit the current record. */
export async function readMarkers(
  { storage, asked }: ReadMarkerSources,
  name: ReadMarkerName,
): Promise<ReadMarkers> {
  const marker = await storage.readMarkers.find(name);
  if (marker) return { lookedAt: isoOf(marker.lookedAt), marks: marker.marks };
  const stored = await storage.records.load(name.clientId);
  return { lookedAt: null, marks: marksOf(asked.interview, stored?.record ?? {}) };
}

/** Throws NOT_FOUND if this revision is not stored. */
export async function markRead(
  { storage, asked }: ReadMarkerSources,
  marker: ReadMarkerName & { revision: number; at: number },
): Promise<void> {
  const marks = (record: ClientRecord) => marksOf(asked.interview, record);
  if (!(await storage.readMarkers.put({ ...marker, marksOf: marks }))) throw new CatalogError("NOT_FOUND");
}
