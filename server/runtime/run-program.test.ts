import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { findProgram, type ProgramRun, runProgram } from "./run-program.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "firsthand-program-")));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (script: string, more: Partial<ProgramRun> = {}) =>
  runProgram({
    command: ["/bin/sh", "-c", script, "the name"],
    folder,
    env: { PATH: process.env.PATH, GIVEN: "x y" },
    timeLimitMs: 10_000,
    outputMaxBytes: 1_000,
    errorMaxBytes: 10,
    signal: new AbortController().signal,
    ...more,
  });
const textOf = (end: Awaited<ReturnType<typeof run>>) =>
  end.kind === "exited" ? end.output.toString() : JSON.stringify(end);

test("the output of a program is returned, with its exit code and the end of its error output", async () => {
  const end = await run("echo out; echo this is the end >&2; exit 3");
  expect(end).toEqual({ kind: "exited", code: 3, output: Buffer.from("out\n"), errors: "s the end\n" });
});

test("it runs in its folder, with only the given variables", async () => {
  expect(textOf(await run("pwd; env -u PWD -u OLDPWD -u SHLVL -u _ | grep -v ^PATH="))).toBe(
    `${folder}\nGIVEN=x y\n`,
  );
});

test("arguments are passed unchanged, whatever a shell would do with them", async () => {
  const args = ["$(echo no)", "a  b", "`id`", "'\"", ""];
  const end = await run("", {
    command: [process.execPath, "-p", "JSON.stringify(process.argv.slice(1))", ...args],
  });
  expect(JSON.parse(textOf(end))).toEqual(args);
});

describe("a program that ends its own child processes", () => {
  const TIDIES = "trap 'touch tidied; exit 0' TERM; touch started; sleep 100 & wait";

  async function stopOnceStarted(script: string, graceMs: number) {
    const stopping = new AbortController();
    for (const name of ["started", "tidied"]) rmSync(join(folder, name), { force: true });
    const ended = run(script, { signal: stopping.signal, graceMs });
    await vi.waitUntil(() => existsSync(join(folder, "started")), { timeout: 10_000 });
    stopping.abort();
    return ended;
  }

  test("has time for that", async () => {
    expect(await stopOnceStarted(TIDIES, 10_000)).toEqual({ kind: "stopped" });
    expect(existsSync(join(folder, "tidied"))).toBe(true);
  });

  test("is killed where it takes longer", async () => {
    const ignores = "trap '' TERM; touch started; sleep 100";
    expect(await stopOnceStarted(ignores, 50)).toEqual({ kind: "stopped" });
  });
});

describe("a program is ended together with every process it started", () => {
  const ends = [
    ["when it takes too long", "sleep 100 & sleep 100", { timeLimitMs: 50 }, "too-slow"],
    ["when it prints too much", "yes & yes", {}, "too-much-output"],
    ["when it is to stop", "sleep 100 & sleep 100", { signal: AbortSignal.timeout(50) }, "stopped"],
    ["when it was to stop before it began", "sleep 100", { signal: AbortSignal.abort() }, "stopped"],
  ] as const;
  test.each(ends)("%s", async (_when, script, more, kind) => {
    expect(await run(script, more)).toEqual({ kind });
  });

  test("when a process it started has left its group, and holds its output open", async () => {
    const { kind } = await run("setsid sleep 5 & sleep 100", { timeLimitMs: 300 });
    expect(kind).toBe("too-slow");
  }, 4_000);

  test("when it exits and leaves processes behind that hold its output open", async () => {
    expect(textOf(await run("sleep 100 & echo done"))).toBe("done\n");
  });
});

test("a program killed by someone else is distinguished from one that we ended", async () => {
  expect(await run("echo bye >&2; kill -9 $$")).toEqual({
    kind: "killed",
    signal: "SIGKILL",
    errors: "bye\n",
  });
});

test("a missing program is reported, and nothing is thrown", async () => {
  expect(await run("", { command: ["/nowhere/program"] })).toMatchObject({ kind: "not-started" });
});

describe("a program is found", () => {
  test("by its name on the path or by its path, and not where the file is not a program", () => {
    expect(findProgram("sh", "/nowhere:/bin")).toBe("/bin/sh");
    expect(findProgram("/bin/sh", "")).toBe("/bin/sh");
    expect(findProgram("sh", "")).toBeUndefined();
    expect(findProgram("bin", "/usr")).toBeUndefined();
    expect(findProgram("passwd", "/etc")).toBeUndefined();
    // programs are never searched in the folder where the server happens to run
    expect(findProgram("package.json", ":.")).toBeUndefined();
  });
});
