import type { FastifyBaseLogger } from "fastify";
import type { RecordingOffer } from "#contract/calls.ts";
import type { Config } from "../config.ts";
import type { JobKind } from "../jobs/try-job.ts";
import type { Installation } from "../open-installation.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import { openTranscriber } from "../transcription/transcriber.ts";
import { removeLeftovers } from "../work-folder.ts";
import { openFfmpeg } from "./ffmpeg.ts";
import { takeTranscription } from "./transcribe-take.ts";

export type Recording = { offer: RecordingOffer; kinds: JobKind[] };

type Opening = Pick<Installation, "storage" | "audio" | "asked"> & {
  config: Config;
  env: NodeJS.ProcessEnv;
  lookup: Lookup;
  clock: () => number;
  logger: FastifyBaseLogger;
};

/** Finds out what this machine and these settings offer; for the start of a server. */
export async function openRecording(opening: Opening): Promise<Recording> {
  const { config, env, lookup, clock, logger } = opening;
  const { dataFolder } = config;
  removeLeftovers(dataFolder, clock(), { isOnlyServer: !config.databaseHosts });
  const ffmpeg = await openFfmpeg(config.ffmpeg, { path: env.PATH, dataFolder });
  if (typeof ffmpeg === "string") {
    logger.warn(`recording is not offered: ${ffmpeg}`);
    return { offer: "none", kinds: [] };
  }
  if (!ffmpeg.prlimit)
    logger.warn("prlimit is not there: ffmpeg runs without limits of memory and processor time");
  const transcriber = openTranscriber(config, { env, lookup, clock });
  const kinds = [takeTranscription({ ...opening, dataFolder, ffmpeg, transcriber })];
  return { offer: transcriber ? "transcribed" : "kept", kinds };
}
