import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Check } from "#contract/manage/checks.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import { findProgram } from "../runtime/run-program.ts";
import { withWorkFolder } from "../runtime/work-folder.ts";
import type { Config } from "../settings/config.ts";
import { isOutsideFault } from "../storage/engine/atomic-write.ts";
import { openFfmpeg } from "../takes/ffmpeg.ts";
import { SAMPLES_PER_SECOND, wavOf } from "../takes/wav.ts";
import { openTranscriber } from "../transcription/engines.ts";

export type CheckRecordingOptions = {
  config: Config;
  env: NodeJS.ProcessEnv;
  lookup: Lookup;
  clock: () => number;
};

/** Enough for one second of speech; a slow engine needs minutes for a long recording. */
const TIME_LIMIT_MS = 60_000;

/** Checks that this machine can convert recordings, by converting one. */
export async function checkFfmpeg({ config, env }: CheckRecordingOptions): Promise<Check> {
  const name = "ffmpeg";
  const { ffmpeg: program, dataFolder } = config;
  if (!findProgram(program, env.PATH))
    return {
      name,
      state: "not-set-up",
      found: `"${program}" isn't there, so clients can't record.`,
      advice: "Install ffmpeg, or name it in FIRSTHAND_FFMPEG.",
    };
  const opened = await openFfmpeg(program, { path: env.PATH, dataFolder });
  if (typeof opened === "string") return { name, state: "failed", found: `${opened}.` };
  if (!opened.isTried)
    return {
      name,
      state: "failed",
      found: `${opened.program} couldn't be tried.`,
      advice: "Check the disk.",
    };
  if (!opened.prlimit)
    return {
      name,
      state: "warning",
      found: "prlimit isn't there, so ffmpeg runs without limits of memory and time.",
      advice: "Install util-linux.",
    };
  return { name, state: "ok", found: `${opened.program} converts recordings.` };
}

/** Has the engine transcribe one second of a synthetic voice. */
export async function checkTranscriber(means: CheckRecordingOptions): Promise<Check> {
  const { config, env, lookup, clock } = means;
  const name = "transcriber";
  const transcriber = openTranscriber(config, { timeLimitMs: TIME_LIMIT_MS, env, lookup, clock });
  if (!transcriber)
    return {
      name,
      state: "not-set-up",
      found: "Recordings are stored, and not turned into text.",
      advice: "Set FIRSTHAND_TRANSCRIBER.",
    };
  try {
    const heard = await withWorkFolder(config.dataFolder, async (folder) => {
      const wav = join(folder, "voice.wav");
      await writeFile(wav, wavOf(voice()), { mode: 0o600 });
      return transcriber.transcribe(wav, AbortSignal.timeout(TIME_LIMIT_MS));
    });
    if (heard.kind === "text")
      return { name, state: "ok", found: `"${config.transcriber}" accepted a one-second test recording.` };
    return {
      name,
      state: "failed",
      found: `"${config.transcriber}" didn't accept a one-second test recording: ${heard.reason}.`,
      advice: "Check the settings FIRSTHAND_TRANSCRIBER_….",
    };
  } catch (error) {
    if (!isOutsideFault(error)) throw error;
    return { name, state: "failed", found: error.message };
  }
}

const PITCH_HERTZ = 120;
/** The frequencies at which an "ah" is loudest. */
const FORMANTS_HERTZ = [700, 1_200, 2_600];
const FORMANT_WIDTH_HERTZ = 150;

/** One second of "ah" that swells and fades. */
function voice(): Int16Array {
  const harmonics = Array.from({ length: 30 }, (_, place) => (place + 1) * PITCH_HERTZ).map((hertz) => ({
    hertz,
    loudness: Math.max(
      ...FORMANTS_HERTZ.map((formant) => Math.exp(-(((hertz - formant) / FORMANT_WIDTH_HERTZ) ** 2))),
    ),
  }));
  return Int16Array.from({ length: SAMPLES_PER_SECOND }, (_, place) => {
    const second = place / SAMPLES_PER_SECOND;
    const sound = harmonics.reduce(
      (sum, { hertz, loudness }) => sum + loudness * Math.sin(2 * Math.PI * hertz * second),
      0,
    );
    return Math.round(4_000 * Math.sin(Math.PI * second) * sound);
  });
}
