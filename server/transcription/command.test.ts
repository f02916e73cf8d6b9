import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandTranscriber } from "./command.ts";

const folder = mkdtempSync(join(tmpdir(), "firsthand command's-"));
const wav = join(folder, "take.wav");
beforeAll(() => writeFileSync(wav, "the sound"));
afterAll(() => rmSync(folder, { recursive: true }));

const env = { PATH: process.env.PATH, HOME: "/root", FIRSTHAND_TRANSCRIBER_KEY: "sk-secret", AWS_KEY: "x" };
const transcribe = (
  command: string[],
  { timeLimitMs = 10_000, signal = new AbortController().signal } = {},
) => commandTranscriber({ command, timeLimitMs, env }).transcribe(wav, signal);
const shell = (script: string, options = {}) => transcribe(["/bin/sh", "-c", script, "{wav}"], options);
const again = (reason: string) => ({ kind: "again", reason: `the transcriber's command: ${reason}` });

test("the program's output is the text, and the file's path is in its arguments, whatever its name", async () => {
  expect(await transcribe(["cat", "{wav}"])).toEqual({ kind: "text", text: "the sound" });
  expect(await transcribe(["echo", "--in={wav}", "{wav}{wav}", "$HOME"])).toEqual({
    kind: "text",
    text: `--in=${wav} ${wav}${wav} $HOME\n`,
  });
});

test("the program gets none of the server's secrets", async () => {
  const heard = await shell("env");
  const names = heard.kind === "text" ? heard.text.split("\n").map((line) => line.split("=")[0]) : [];
  const known = ["PATH", "HOME", "LANG", "PWD", "OLDPWD", "SHLVL", "_", ""];
  expect(names.filter((name = "") => !known.includes(name))).toEqual([]);
  expect(names).toContain("HOME");
});

describe("a failure is reported without the transcript, and the take is tried again:", () => {
  test.each<[string, string, object, string]>([
    ["an exit code", "echo heard; echo heard >&2; exit 3", {}, "exit code 3"],
    ["a program that is killed", "echo heard; kill -9 $$", {}, "killed by SIGKILL"],
    ["a program that hangs", "echo heard; sleep 100", { timeLimitMs: 50 }, "it took too long"],
    ["100 MB of text", "head -c 100000000 /dev/zero", {}, "it printed too much"],
    ["bytes that are no text", "printf 'we b\\303('", {}, "its output is not UTF-8"],
    ["a server that stops", "sleep 100", { signal: AbortSignal.timeout(50) }, "stopped"],
  ])("%s", async (_name, script, options, reason) => {
    expect(await shell(script, options)).toEqual(again(reason));
  });

  test("a missing program", async () => {
    expect(await transcribe(["/nowhere/engine", "{wav}"])).toEqual(again("spawn /nowhere/engine ENOENT"));
  });
});
