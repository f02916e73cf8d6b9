import { type AudioPlaces, listMisplaced } from "../storage/takes/audio-orphans.ts";
import type { Bucket } from "../storage/takes/object-audio.ts";

/** Warnings about where recordings are stored, for the person who starts the server; empty if all is well. */
export async function audioNotices({
  audioPlaces,
  bucket,
}: {
  audioPlaces: AudioPlaces;
  bucket: Bucket | undefined;
}): Promise<string[]> {
  const misplaced = (await listMisplaced(audioPlaces)).length;
  const problem = await bucket?.problem();
  return [
    ...(problem === undefined
      ? []
      : [`${problem} Until then new recordings wait in the database, and older ones cannot be played.`]),
    ...(misplaced > 0 ? [bucket ? inDatabase(misplaced) : inObjects(misplaced)] : []),
  ];
}

function inDatabase(count: number): string {
  return `Recordings in the database: ${count}. "firsthand audio move" brings them to object storage.`;
}

function inObjects(count: number): string {
  return `Recordings in object storage, which isn't set up: ${count}. They can't be played or erased. Set FIRSTHAND_S3_ENDPOINT and the other FIRSTHAND_S3_ settings again. To move the recordings back, then run "firsthand audio move --to database".`;
}
