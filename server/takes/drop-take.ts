import type { StorageEvent } from "../storage/audit/events.ts";
import { AudioUnavailable } from "../storage/engine/faults.ts";
import type { Storage } from "../storage/storage.ts";
import type { AudioStore } from "../storage/takes/audio.ts";
import type { TakeName } from "../storage/takes/take-references.ts";
import type { SoftDeleteTakeCommand, SoftDeleteTakeOutcome } from "../storage/takes/takes.ts";

/** Where recordings are stored: `storage` has transcripts and uploaded parts, `audio` the converted copies. */
export type TakeStores = { storage: Storage; audio: AudioStore };

/** 16 parts are one MiB, so that no save waits long. */
const PARTS_AT_ONCE = 16;
const TAKES_AT_ONCE = 20;

/**
 * Deletes a recording with all of its audio, unless the record refers to it. The next sweep finishes interrupted work.
 */
export async function dropTake(
  { storage, audio }: TakeStores,
  command: SoftDeleteTakeCommand,
  event: StorageEvent,
): Promise<SoftDeleteTakeOutcome> {
  const outcome = await storage.takes.softDelete(command, [event]);
  if (outcome !== "condemned") return outcome;
  await dropParts(storage, command);
  await audio.drop(command);
  await storage.takes.forget(command);
  return outcome;
}

/** The same for a waiting caller: the recording is gone for everyone even if object storage is unavailable. */
export async function deleteTake(
  kept: TakeStores,
  command: SoftDeleteTakeCommand,
  event: StorageEvent,
): Promise<SoftDeleteTakeOutcome> {
  try {
    return await dropTake(kept, command, event);
  } catch (error) {
    // thrown after the recording was marked for deletion, so the next sweep finishes the work
    if (error instanceof AudioUnavailable) return "condemned";
    throw error;
  }
}

export async function dropParts(storage: Pick<Storage, "takes">, name: TakeName): Promise<void> {
  while ((await storage.takes.dropParts(name, PARTS_AT_ONCE)) === PARTS_AT_ONCE);
}

/** Deletes the recordings that are due for deletion. */
export async function sweepTakes(kept: TakeStores, now: number): Promise<void> {
  for (;;) {
    const due = await kept.storage.takes.listDue(now, TAKES_AT_ONCE);
    if (due.length === 0) return;
    for (const name of due) {
      const event = { at: now, actor: "nobody", clientId: name.clientId, detail: name.takeId };
      await dropTake(kept, { ...name, at: now, onlyIfDue: true }, { ...event, kind: "take.dropped" });
    }
  }
}
