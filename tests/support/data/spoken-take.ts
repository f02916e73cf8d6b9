import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The words of the spoken fixture. */
export const SPOKEN = "our customers find us through the internet and they call us on the phone";
export const SPOKEN_FILE = join(import.meta.dirname, "../../speech/answer.wav");
/** A recording by WebKitGTK with 3.15 s of tones. */
export const WEBKITGTK_FILE = join(import.meta.dirname, "../../speech/webkitgtk.mp4");
export const spokenWav = () => readFileSync(SPOKEN_FILE);

/** ffmpeg's arguments for the formats that browsers record. */
const RECORDERS = {
  /** Chrome and Firefox */
  webm: ["-c:a", "libopus", "-b:a", "32k", "-f", "webm"],
  /** Safari */
  mp4: ["-c:a", "aac", "-b:a", "48k", "-movflags", "frag_keyframe+empty_moov", "-f", "mp4"],
  /** Older Firefox */
  ogg: ["-c:a", "libopus", "-b:a", "32k", "-f", "ogg"],
};
export type Recorder = keyof typeof RECORDERS;
export const recorders = Object.keys(RECORDERS) as Recorder[];

/** Audio as a browser would have recorded it. */
export function recordedBy(recorder: Recorder, wav: Buffer = spokenWav()): Buffer {
  return madeByFfmpeg(["-f", "wav", "-i", "pipe:0", ...RECORDERS[recorder]], wav);
}

/** The output of ffmpeg for these arguments, such as a test's own sound by `-f lavfi -i anoisesrc`. */
export function madeByFfmpeg(args: string[], input: Buffer = Buffer.alloc(0)): Buffer {
  return execFileSync("ffmpeg", ["-loglevel", "error", ...args, "pipe:1"], {
    input,
    maxBuffer: 64 * 1024 * 1024,
    timeout: 30_000,
  });
}

/** As `madeByFfmpeg`, for formats that need a file. */
export function fileOfFfmpeg(file: string, args: string[]): Buffer {
  execFileSync("ffmpeg", ["-loglevel", "error", "-nostdin", ...args, "-y", file], { timeout: 30_000 });
  return readFileSync(file);
}

/** The share of the fixture's words that a transcript contains, in any order. */
export function shareOfWords(transcript: string): number {
  const heard = transcript.toLowerCase().split(/\W+/);
  const words = SPOKEN.split(" ");
  return words.filter((word) => heard.includes(word)).length / words.length;
}
