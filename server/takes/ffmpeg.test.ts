import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findProgram } from "../runtime/run-program.ts";
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
/** Makes a program from this script. */
function programOf(name: string, script: string): string {
  const program = join(folder, name);
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  return program;
}
/** A program that stands in for ffmpeg. */
const scripted = (script: string): Ffmpeg => ({
  program: programOf("fake-ffmpeg", script),
  prlimit: undefined,
  isTried: true,
});
/** The path of the machine's own prlimit. */
function prlimit(): string {
  const program = findProgram("prlimit", process.env.PATH);
  if (!program) throw new Error("prlimit is not there");
  return program;
}
function convert(ffmpeg: Ffmpeg, sound: Uint8Array = SPOKEN, signal = new AbortController().signal) {
  writeFileSync(join(folder, "take.in"), sound);
  return convertTake(ffmpeg, { folder, source: "take.in", demuxer: "wav", signal });
}

test("a take becomes a WAV for the engine and a copy for browsers, readable by this user only", async () => {
  const made = await convert(await found());
  if (made.kind !== "converted") throw new Error(made.kind);
  const wav = readFileSync(made.wav);
  expect(durationMsOf(samplesOf(wav) ?? new Int16Array())).toBe(3_994);
  // 16 kHz, one channel, 16 bits
  expect([wav.readUInt32LE(24), wav.readUInt16LE(22), wav.readUInt16LE(34)]).toEqual([16_000, 1, 16]);
  expect(statSync(made.copy).size).toBeLessThan(4.5 * (48_000 / 8));
  for (const file of [made.wav, made.copy]) expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("the copy has no metadata about who recorded it or where", async () => {
  const info = Buffer.from("LIST\x1a\0\0\0INFOIART\x0e\0\0\0Rosa in Lisbon", "latin1");
  const made = await convert(
    await found(),
    Buffer.concat([SPOKEN.subarray(0, 36), info, SPOKEN.subarray(36)]),
  );
  if (made.kind !== "converted") throw new Error(made.kind);
  for (const file of [made.wav, made.copy]) expect(readFileSync(file).includes("Rosa")).toBe(false);
});

test("the test conversion of silence leaves no file", async () => {
  await found();
  expect(readdirSync(folder)).toEqual([]);
});

test("a data folder that cannot be written is not blamed on ffmpeg", async () => {
  const dataFolder = join(folder, "no-folder");
  writeFileSync(dataFolder, "");
  const opening = { path: process.env.PATH, dataFolder };
  expect(await openFfmpeg("ffmpeg", opening)).toMatchObject({
    program: expect.stringContaining("ffmpeg"),
    isTried: false,
  });
});

test("a machine too slow for the test is not blamed on ffmpeg", async () => {
  const { program } = scripted("sleep 100");
  const opening = { path: process.env.PATH, dataFolder: folder, trialLimitMs: 50 };
  expect(await openFfmpeg(program, opening)).toMatchObject({ program, isTried: false });
});

test("a failing ffmpeg cannot be used, and the reason names it", async () => {
  const { program } = scripted("exit 1");
  expect(await openFfmpeg(program, { path: process.env.PATH, dataFolder: folder })).toBe(
    `${program} does not convert sound as it should. Install a complete ffmpeg, or name it in FIRSTHAND_FFMPEG`,
  );
});

describe("ffmpeg's access", () => {
  /** The arguments, variables and limits of the started program. */
  async function started() {
    const contentOf = (what: string) => readFileSync(join(folder, what), "utf8");
    const script =
      'printf "%s\\n" "$@" > program-args; cat /proc/$$/environ > program-env; cat /proc/$$/limits > program-limits';
    const made = await convert({ ...scripted(script), prlimit: prlimit() });
    expect(made.kind).toBe("converted");
    const limits = contentOf("program-limits")
      .split("\n")
      .map((line) => /^(Max .*?) {2,}(\w+) +(\w+)/.exec(line) ?? [])
      .map(([, name, soft, hard]) => [name, [soft, hard]] as const);
    return {
      args: contentOf("program-args").trimEnd().split("\n"),
      variables: contentOf("program-env").split("\0").filter(Boolean),
      limits: Object.fromEntries(limits),
    };
  }

  test("is limited by the system: processor time, memory, file size, no core dump", async () => {
    const { limits } = await started();
    expect(limits).toMatchObject({
      "Max cpu time": ["30", "31"],
      "Max address space": [String(1024 ** 3), String(1024 ** 3)],
      "Max file size": [String(32 * 1024 ** 2), String(32 * 1024 ** 2)],
      "Max core file size": ["0", "0"],
    });
  });

  test("is limited by its arguments: only this file in this format, no picture, a maximum length", async () => {
    const { args } = await started();
    const input = args.indexOf("-i");
    const before = args.slice(0, input).join(" ");
    expect(args[input + 1]).toBe("file:take.in");
    expect(before).toContain("-nostdin");
    // options before the input apply to it
    expect(before).toMatch(/-protocol_whitelist file -codec_whitelist [\w,]+ -f wav$/);
    expect(/-codec_whitelist ([\w,]+)/.exec(before)?.[1]).not.toMatch(
      /264|265|hevc|vp8|vp9|av1|jpeg|png|gif|srt/,
    );
    const outputs = args.slice(input + 2).join(" ");
    // each of the two outputs has its own time limit
    expect(outputs.match(/-map 0:a:0 [^:]*?-t 306 -threads 1 .*?-y file:take\.\w+/g)).toHaveLength(2);
    expect(args.filter((arg) => /^\w+:/.test(arg) && !/^(file|0):/.test(arg))).toEqual([]);
  });

  test("does not include the server's own variables", async () => {
    const { variables } = await started();
    const own = variables.filter((variable) => !/^(PWD|OLDPWD|SHLVL|_)=/.test(variable));
    expect(own).toEqual(["LC_ALL=C"]);
  });
});

describe("a take is at fault", () => {
  test("where the system ends ffmpeg for its processor time", async () => {
    // uses the real mechanism, but with one second instead of thirty
    const sooner = programOf(
      "sooner",
      `limits=$1; shift; [ "$limits" = --cpu=30:31 ] || exit 9; exec ${prlimit()} --cpu=1:2 "$@"`,
    );
    const made = await convert({ ...scripted("while :; do :; done"), prlimit: sooner });
    expect(made).toEqual({ kind: "unreadable" });
  });

  test.each([
    ["where ffmpeg finds no sound in it", "echo 'Invalid data found when processing input' >&2; exit 1"],
    ["where it needs more than its processor time", "kill -XCPU $$"],
  ])("%s", async (_where, script) => {
    expect(await convert(scripted(script))).toEqual({ kind: "unreadable" });
  });
});

describe("a take is not at fault", () => {
  test.each([
    ["for a full disk", "echo 'take.wav: No space left on device' >&2; exit 1", "exit code 1"],
    ["for too little memory", "echo 'Cannot allocate memory' >&2; exit 244", "exit code 244"],
    ["for somebody who kills ffmpeg", "kill -9 $$", "killed by SIGKILL"],
  ])("%s", async (_what, script, reason) => {
    expect(await convert(scripted(script))).toEqual({ kind: "again", reason: `ffmpeg: ${reason}` });
  });

  test("when the server stops", async () => {
    const made = await convert(scripted("sleep 100"), SPOKEN, AbortSignal.timeout(50));
    expect(made).toEqual({ kind: "again", reason: "ffmpeg: stopped" });
  });
});
