import { mkdirSync } from "node:fs";
import type { FastifyBaseLogger } from "fastify";
import type { RecordingOffer } from "#contract/interview/recording-offers.ts";
import type { JobKind } from "../jobs/try-job.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import { removeLeftovers } from "../runtime/work-folder.ts";
import type { Config } from "../settings/config.ts";
import { openTranscriber } from "../transcription/engines.ts";
import { type Ffmpeg, openFfmpeg } from "./ffmpeg.ts";
import { type TranscribeContext, takeTranscription } from "./transcribe-take.ts";

export type RecordingSetup = { offer: RecordingOffer; kinds: JobKind[] };

type FfmpegTrialOptions = { config: Config; env: NodeJS.ProcessEnv; clock: () => number };
type OpenRecordingOptions = Pick<TranscribeContext, "storage" | "audio" | "book"> &
  FfmpegTrialOptions & { ffmpeg: Ffmpeg | string; lookup: Lookup; logger: FastifyBaseLogger };

/**
 * Finds this machine's ffmpeg with a trial in the data folder. The server starts it first, because it takes as long as
 * the rest of the start. Rejects if the folder cannot be created.
 */
export async function tryFfmpeg({
  config,
  env,
  clock,
  isOnlyServer,
}: FfmpegTrialOptions & { isOnlyServer: boolean }): Promise<Ffmpeg | string> {
  const { dataFolder } = config;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  removeLeftovers(dataFolder, clock(), { isOnlyServer });
  return openFfmpeg(config.ffmpeg, { path: env.PATH, dataFolder });
}

/** What kind of recording this machine and these settings permit. */
export function openRecording(options: OpenRecordingOptions): RecordingSetup {
  const { config, ffmpeg, env, lookup, clock, logger } = options;
  const { dataFolder } = config;
  if (typeof ffmpeg === "string") {
    logger.warn(`recording is not offered: ${ffmpeg}`);
    return { offer: "none", kinds: [] };
  }
  if (!ffmpeg.isTried)
    logger.warn(
      `${ffmpeg.program} could not be tried yet: recordings wait on the server until it converts them`,
    );
  if (!ffmpeg.prlimit)
    logger.warn("prlimit is not there: ffmpeg runs without limits of memory and processor time");
  const timeLimitMs = config.transcriptionTimeoutSeconds * 1_000;
  const transcriber = openTranscriber(config, { timeLimitMs, env, lookup, clock });
  const kinds = [takeTranscription({ ...options, dataFolder, ffmpeg, transcriber })];
  return { offer: transcriber ? "transcribed" : "kept", kinds };
}
