import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { convertTake, type Ffmpeg, openFfmpeg } from "./ffmpeg.ts";
import { durationMsOf, samplesOf } from "./wav.ts";

const SPOKEN = readFileSync(join(import.meta.dirname, "../../tests/speech/answer.wav"));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-ffmpeg-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const found = async () => {
  const ffmpeg = await openFfmpeg("ffmpeg", { path: process.env.PATH, dataFolder: folder });
  if (typeof ffmpeg === "string") throw new Error(ffmpeg);
  return ffmpeg;
};
/** A program in ffmpeg's place. */
function scripted(script: string): Ffmpeg {
  const program = join(folder, "fake-ffmpeg");
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  return { program, prlimit: undefined };
}
function convert(ffmpeg: Ffmpeg, sound: Uint8Array = SPOKEN, signal = new AbortController().signal) {
  writeFileSync(join(folder, "take.in"), sound);
  return convertTake(ffmpeg, { folder, source: "take.in", demuxer: "wav", signal });
}

test("a take becomes a WAV for the engine and a copy for browsers, for this user's eyes only", async () => {
  const made = await convert(await found());
  if (made.kind !== "converted") throw new Error(made.kind);
  const wav = readFileSync(made.wav);
  expect(durationMsOf(samplesOf(wav) ?? new Int16Array())).toBe(3_994);
  // 16 kHz, one channel, 16 bits
  expect([wav.readUInt32LE(24), wav.readUInt16LE(22), wav.readUInt16LE(34)]).toEqual([16_000, 1, 16]);
  expect(statSync(made.copy).size).toBeLessThan(4.5 * (48_000 / 8));
  for (const file of [made.wav, made.copy]) expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("the copy says nothing of who recorded it where", async () => {
  const info = Buffer.from("LIST\x1a\0\0\0INFOIART\x0e\0\0\0Rosa in Lisbon", "latin1");
  const made = await convert(
    await found(),
    Buffer.concat([SPOKEN.subarray(0, 36), info, SPOKEN.subarray(36)]),
  );
  if (made.kind !== "converted") throw new Error(made.kind);
  for (const file of [made.wav, made.copy]) expect(readFileSync(file).includes("Rosa")).toBe(false);
});

test("nothing is left of the silence that was converted to try it", async () => {
  await found();
  expect(readdirSync(folder)).toEqual([]);
});

test("a data folder that takes no file is not ffmpeg's fault", async () => {
  const opening = { path: process.env.PATH, dataFolder: join(folder, "gone") };
  expect(await openFfmpeg("ffmpeg", opening)).toMatchObject({ program: expect.stringContaining("ffmpeg") });
});

describe("a take is to blame", () => {
  test.each([
    ["where ffmpeg finds no sound in it", "echo 'Invalid data found when processing input' >&2; exit 1"],
    ["where it needs more than its processor time", "kill -XCPU $$"],
  ])("%s", async (_where, script) => {
    expect(await convert(scripted(script))).toEqual({ kind: "unreadable" });
  });
});

describe("a take is not to blame", () => {
  test.each([
    ["for a full disk", "echo 'take.wav: No space left on device' >&2; exit 1", "exit code 1"],
    ["for too little memory", "echo 'Cannot allocate memory' >&2; exit 244", "exit code 244"],
    ["for whoever kills ffmpeg", "kill -9 $$", "killed by SIGKILL"],
  ])("%s", async (_what, script, told) => {
    expect(await convert(scripted(script))).toEqual({ kind: "again", reason: `ffmpeg: ${told}` });
  });

  test("for a server that stops", async () => {
    const made = await convert(scripted("sleep 100"), SPOKEN, AbortSignal.timeout(50));
    expect(made).toEqual({ kind: "again", reason: "ffmpeg: stopped" });
  });
});
