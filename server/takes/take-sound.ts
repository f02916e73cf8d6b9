import { createWriteStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { TAKE_DURATION_TOLERANCE_MS, TAKE_MAX_DURATION_MS } from "#contract/limits.ts";
import type { TakenJob } from "../storage/outbox/jobs.ts";
import type { Storage } from "../storage/storage.ts";
import type { AudioStore } from "../storage/takes/audio.ts";
import type { TakeName } from "../storage/takes/take-references.ts";
import { type Demuxer, demuxerOf } from "./demuxer.ts";
import { hideDoubledHeaders } from "./doubled-headers.ts";
import { convertTake, type Ffmpeg, failureOf, tryConverting } from "./ffmpeg.ts";
import { durationMsOf, samplesOf } from "./wav.ts";

export type SoundSources = {
  storage: Pick<Storage, "takes">;
  audio: AudioStore;
  ffmpeg: Ffmpeg;
  dataFolder: string;
};

/** One attempt to process a recording. */
export type TakeWork = { job: TakenJob; name: TakeName; folder: string; signal: AbortSignal };

/** The audio of a recording in the engine's format, or why it has no usable audio. */
export type TakeSound =
  | { kind: "sound"; wav: string; samples: Int16Array }
  /** The recording is not audio, or too long. */
  | { kind: "refused" }
  /** The recording was deleted, or another worker has it. */
  | { kind: "gone" }
  | { kind: "again"; reason: string };

const SOURCE = "take.in";
const DURATION_MAX_MS = TAKE_MAX_DURATION_MS + TAKE_DURATION_TOLERANCE_MS;

/** The audio of a recording that is still stored as uploaded parts. Makes the copy that replaces them. */
export async function soundOfParts(sources: SoundSources, work: TakeWork): Promise<TakeSound> {
  const { storage, audio } = sources;
  const { job, name, signal } = work;
  const start = await writeSource(work, storage.takes.readParts(name));
  const demuxer = demuxerOf(start);
  if (demuxer === "mov") await mendSource(work);
  const sound = demuxer ? await convert(sources, work, demuxer) : ({ kind: "refused" } as const);
  if (sound.kind !== "sound") return sound;
  const durationMs = durationMsOf(sound.samples);
  if (durationMs === 0 || durationMs > DURATION_MAX_MS) return { kind: "refused" };
  const copy = await readFile(sound.copy);
  await audio.put(name, copy, signal);
  const outcome = await storage.takes.keepCopy(job, name, { durationMs, bytes: copy.length });
  if (outcome === "deleted") await audio.drop(name, signal);
  return outcome === "kept" ? sound : { kind: "gone" };
}

/** The audio of a recording of which only the copy is left. */
export async function soundOfCopy(sources: SoundSources, work: TakeWork): Promise<TakeSound> {
  const { audio } = sources;
  const size = await audio.size(work.name);
  if (size === undefined) return { kind: "again", reason: "the copy of the take is not there" };
  await writeSource(work, audio.read(work.name, { first: 0, last: size - 1 }, work.signal));
  const sound = await convert(sources, work, "mov");
  // we made this copy ourselves, so it is never refused
  return sound.kind === "refused" ? { kind: "again", reason: "the copy of the take cannot be read" } : sound;
}

/** Writes the pieces to the file that ffmpeg reads, and returns the first piece. */
async function writeSource({ folder }: TakeWork, pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let start: Uint8Array | undefined;
  async function* noted() {
    for await (const piece of pieces) {
      start ??= piece;
      yield piece;
    }
  }
  await pipeline(Readable.from(noted()), createWriteStream(join(folder, SOURCE), { mode: 0o600 }));
  return start ?? new Uint8Array();
}

async function mendSource({ folder }: TakeWork): Promise<void> {
  const file = join(folder, SOURCE);
  const mp4 = await readFile(file);
  if (hideDoubledHeaders(mp4)) await writeFile(file, mp4);
}

async function convert({ ffmpeg, dataFolder }: SoundSources, work: TakeWork, demuxer: Demuxer) {
  const { folder, signal } = work;
  const made = await convertTake(ffmpeg, { folder, source: SOURCE, demuxer, signal });
  if (made.kind === "again") return made;
  const samples = made.kind === "converted" ? samplesOf(await readFile(made.wav)) : undefined;
  if (made.kind === "converted" && samples) {
    return { kind: "sound", wav: made.wav, copy: made.copy, samples } as const;
  }
  // a refused recording is lost, so first rule out a fault of this machine, such as a full disk or a broken ffmpeg
  const trial = await tryConverting(ffmpeg, dataFolder);
  return trial === "converts"
    ? ({ kind: "refused" } as const)
    : ({ kind: "again", reason: failureOf(ffmpeg, trial) } as const);
}
