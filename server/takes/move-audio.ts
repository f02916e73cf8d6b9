import { AudioUnavailable, StorageUnavailable } from "../storage/engine/faults.ts";
import type { Storage } from "../storage/storage.ts";
import { type AudioPlaces, keptAudio, listMisplaced, moveCopy } from "../storage/takes/audio-orphans.ts";
import type { TakeName } from "../storage/takes/take-references.ts";

/** `unreadable` recordings stay in place: they are damaged or missing from their store. */
export type MovedAudio = { moved: number; unreadable: TakeName[] };

/**
 * Moves every audio copy to the store that is set; the server may be running. Throws AudioUnavailable if object storage
 * is unavailable.
 */
export async function moveAudio(
  { storage }: { storage: Pick<Storage, "takes"> },
  places: AudioPlaces,
): Promise<MovedAudio> {
  const unreadable: TakeName[] = [];
  let moved = 0;
  for (const name of await listMisplaced(places)) {
    try {
      await moveCopy(places, name);
      moved++;
    } catch (error) {
      if (!(error instanceof StorageUnavailable) || error instanceof AudioUnavailable) throw error;
      unreadable.push(name);
    }
    // the recording was deleted while its copy was being moved
    if (!(await storage.takes.find(name))) await keptAudio(places).drop(name);
  }
  return { moved, unreadable };
}
