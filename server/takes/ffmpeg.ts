import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TAKE_DURATION_TOLERANCE_MS, TAKE_MAX_DURATION_MS } from "#contract/limits.ts";
import { findProgram, type ProgramEnd, runProgram } from "../runtime/run-program.ts";
import { withWorkFolder } from "../runtime/work-folder.ts";
import type { Demuxer } from "./demuxer.ts";
import { SAMPLES_PER_SECOND, wavOf } from "./wav.ts";

/** How to run ffmpeg. */
export type Ffmpeg = {
  program: string;
  /** The program that limits CPU time and memory; undefined where the system lacks it. */
  prlimit: string | undefined;
  /** Whether a trial conversion succeeded here; if not, the disk was full or the machine too slow to find out. */
  isTried: boolean;
};

/** The result of converting a tenth of a second of silence. */
export type Trial = "converts" | "too-slow" | "fails";

export type OpenFfmpegOptions = { path: string | undefined; dataFolder: string; trialLimitMs?: number };

export type ConversionInput = {
  /** Holds the recording and receives the converted files. */
  folder: string;
  /** The recording's file name in that folder. */
  source: string;
  demuxer: Demuxer;
  signal: AbortSignal;
};

export type Conversion =
  /**
   * `wav` is for the speech engine, `copy` for every browser. Both are cut one second above the longest permitted
   * duration.
   */
  | { kind: "converted"; wav: string; copy: string }
  /** The recording itself is at fault, so a retry would not help. */
  | { kind: "unreadable" }
  /** The recording is not at fault, so a retry may succeed. */
  | { kind: "again"; reason: string };

const CUT_AT_SECONDS = (TAKE_MAX_DURATION_MS + TAKE_DURATION_TOLERANCE_MS) / 1_000 + 1;
/**
 * The longest recording takes 1.3 s of CPU time, or 6 s with the encoder's slower method, which sounds no better for
 * speech.
 */
const CPU_LIMIT_SECONDS = 30;
/**
 * Debian's build needs 300 MB of address space for its libraries alone; half of this limit leaves too little for newer
 * ones.
 */
const MEMORY_LIMIT_BYTES = 1024 ** 3;
const FILE_LIMIT_BYTES = 32 * 1024 ** 2;
const TIME_LIMIT_MS = 60_000;
/** The server's start waits for the trial. */
const TRIAL_LIMIT_MS = 10_000;
/** More than the trial writes. */
const TRIAL_ROOM_BYTES = 64 * 1024;
const ERRORS_MAX_BYTES = 4_096;
const COPY_BITS_PER_SECOND = 40_000;
const COPY_SAMPLES_PER_SECOND = 32_000;
/** The codecs that browsers record in and that uploaded files often have; images are never decoded. */
const DECODERS =
  "opus,libopus,vorbis,libvorbis,speex,libspeex,aac,alac,flac,mp3,mp3float,pcm_s16le,pcm_s24le,pcm_f32le";
const SYSTEMS_FAULT =
  /No space left|quota exceeded|Cannot allocate memory|Too many open files|Read-only file/i;

/**
 * The ffmpeg of this machine, or the reason why it cannot be used. An ffmpeg that could not be tried is used:
 * recordings wait until it can convert them.
 */
export async function openFfmpeg(
  name: string,
  { path, dataFolder, trialLimitMs = TRIAL_LIMIT_MS }: OpenFfmpegOptions,
): Promise<Ffmpeg | string> {
  const program = findProgram(name, path);
  if (!program) return `"${name}" is not there. Install ffmpeg, or name it in FIRSTHAND_FFMPEG`;
  const ffmpeg = { program, prlimit: findProgram("prlimit", path), isTried: false };
  // a full disk says nothing about ffmpeg, and may have space again before the first recording
  const trial = await tryConverting(ffmpeg, dataFolder, trialLimitMs).catch(() => "no-room" as const);
  if (trial === "fails") return failureOf(ffmpeg, trial);
  return { ...ffmpeg, isTried: trial === "converts" };
}

/** Explains the failure and what to do about it. */
export function failureOf({ program }: Ffmpeg, trial: Exclude<Trial, "converts">): string {
  if (trial === "too-slow")
    return `${program} takes over ${TRIAL_LIMIT_MS / 1_000} s for a moment of silence`;
  return `${program} does not convert sound as it should. Install a complete ffmpeg, or name it in FIRSTHAND_FFMPEG`;
}

/** Makes both files from a recording in one run. */
export async function convertTake(ffmpeg: Ffmpeg, input: ConversionInput): Promise<Conversion> {
  const { folder } = input;
  const files = { wav: join(folder, "take.wav"), copy: join(folder, "take.m4a") };
  // created before ffmpeg runs, which would make them readable by other users
  for (const file of Object.values(files)) closeSync(openSync(file, "w", 0o600));
  const end = await runProgram({
    command: [...limits(ffmpeg), ...conversion(ffmpeg, input)],
    folder,
    env: { LC_ALL: "C" },
    timeLimitMs: TIME_LIMIT_MS,
    outputMaxBytes: 0,
    errorMaxBytes: ERRORS_MAX_BYTES,
    signal: input.signal,
  });
  if (end.kind === "exited" && end.code === 0) return { kind: "converted", ...files };
  return isSystemsFault(end) ? { kind: "again", reason: `ffmpeg: ${reasonOf(end)}` } : { kind: "unreadable" };
}

/** Converts a tenth of a second of silence. Throws if the disk is full. */
export async function tryConverting(
  ffmpeg: Ffmpeg,
  dataFolder: string,
  limitMs = TRIAL_LIMIT_MS,
): Promise<Trial> {
  return withWorkFolder(dataFolder, async (folder) => {
    const room = join(folder, "room");
    writeFileSync(room, Buffer.alloc(TRIAL_ROOM_BYTES));
    rmSync(room);
    const source = "silence.wav";
    writeFileSync(join(folder, source), wavOf(new Int16Array(SAMPLES_PER_SECOND / 10)), { mode: 0o600 });
    const signal = AbortSignal.timeout(limitMs);
    const made = await convertTake(ffmpeg, { folder, source, demuxer: "wav", signal });
    if (made.kind === "converted") return "converts";
    // the first run of ffmpeg loads hundreds of megabytes of libraries, perhaps from a slow disk
    return signal.aborted ? "too-slow" : "fails";
  });
}

function limits({ prlimit }: Ffmpeg): string[] {
  if (!prlimit) return [];
  return [
    prlimit,
    // the hard limit is higher: its SIGKILL would look like another process's kill, and would not count against the
    // recording
    `--cpu=${CPU_LIMIT_SECONDS}:${CPU_LIMIT_SECONDS + 1}`,
    `--as=${MEMORY_LIMIT_BYTES}`,
    `--fsize=${FILE_LIMIT_BYTES}`,
    "--core=0",
  ];
}

function conversion({ program }: Ffmpeg, { source, demuxer }: ConversionInput): string[] {
  const quiet = ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "error", "-filter_threads", "1"];
  // a file and not a pipe, because the index of an MP4 may be at its end
  const guarded = ["-threads", "1", "-protocol_whitelist", "file", "-codec_whitelist", DECODERS];
  // the format is given, so that ffmpeg cannot mistake the file for a playlist of other files
  const input = ["-f", demuxer, "-i", `file:${source}`];
  const wav = ["-ar", String(SAMPLES_PER_SECOND), "-c:a", "pcm_s16le", "-fflags", "+bitexact", "-f", "wav"];
  const aac = ["-ar", String(COPY_SAMPLES_PER_SECOND), "-c:a", "aac", "-aac_coder", "fast"];
  const copy = [...aac, "-b:a", String(COPY_BITS_PER_SECOND), "-movflags", "+faststart", "-f", "mp4"];
  return [program, ...quiet, ...guarded, ...input, ...output(wav, "take.wav"), ...output(copy, "take.m4a")];
}

/** One mono audio track without metadata, which could reveal who recorded it where. */
function output(form: string[], name: string): string[] {
  const sound = ["-map", "0:a:0", "-map_metadata", "-1", "-map_chapters", "-1", "-ac", "1"];
  // a few bytes can encode hours of silence
  const cut = ["-t", String(CUT_AT_SECONDS), "-threads", "1"];
  return [...sound, ...cut, ...form, "-y", `file:${name}`];
}

/** A recording that exceeds its CPU time is hostile; one that had to wait for the CPU is not. */
function isSystemsFault(end: ProgramEnd): boolean {
  if (end.kind === "exited") return SYSTEMS_FAULT.test(end.errors);
  return end.kind !== "killed" || end.signal !== "SIGXCPU";
}

function reasonOf(end: ProgramEnd): string {
  if (end.kind === "exited") return `exit code ${end.code}`;
  return end.kind === "killed" ? `killed by ${end.signal}` : end.kind;
}
