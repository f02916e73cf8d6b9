import { AudioUnavailable, StorageUnavailable } from "../storage/faults.ts";
import { type AudioPlaces, keptAudio, listMisplaced, moveCopy } from "../storage/kept-audio.ts";
import type { Storage } from "../storage/storage.ts";
import type { TakeName } from "../storage/take-names.ts";

/** `unreadable` stay where they are: damaged, or gone from where they should be. */
export type MovedAudio = { moved: number; unreadable: TakeName[] };

/** Brings every copy to where copies are to go; the server may be running. Throws AudioUnavailable where object storage is away. */
export async function moveAudio(
  { storage }: { storage: Pick<Storage, "findTake"> },
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
    if (!(await storage.findTake(name))) await keptAudio(places).drop(name);
  }
  return { moved, unreadable };
}
