import { AudioUnavailable, StorageUnavailable } from "../storage/engine/faults.ts";
import type { Storage } from "../storage/storage.ts";
import { type AudioPlaces, keptAudio, listMisplaced, moveCopy } from "../storage/takes/audio-orphans.ts";
import type { TakeName } from "../storage/takes/take-references.ts";

/** `unreadable` stay where they are: damaged, or gone from where they should be. */
export type MovedAudio = { moved: number; unreadable: TakeName[] };

/** Brings every copy to where copies are to go; the server may be running. Throws AudioUnavailable where object storage is away. */
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
    // deleted while it was on its way
    if (!(await storage.takes.find(name))) await keptAudio(places).drop(name);
  }
  return { moved, unreadable };
}
