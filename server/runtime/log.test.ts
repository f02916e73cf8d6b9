import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { StorageUnavailable } from "../storage/engine/faults.ts";
import { type LoggedError, openLog } from "./log.ts";

const CANARY = "canary7f3a";

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown");
}

function logged(error: unknown): { err: LoggedError; line: string } {
  const lines: string[] = [];
  openLog("trace", { write: (line: string) => void lines.push(line) }).error({ err: error }, "x");
  expect(lines).toHaveLength(1);
  const [line = ""] = lines;
  return { line, err: (JSON.parse(line) as { err: LoggedError }).err };
}

describe("no content that was being read is logged by", () => {
  const database = new DatabaseSync(":memory:");
  const changed = new Error("x");
  changed.message = CANARY;
  const quoting: [string, unknown][] = [
    ["a parser of JSON", thrownBy(() => JSON.parse(CANARY))],
    ["a text that is no number", thrownBy(() => BigInt(CANARY))],
    ["an error as a cause", new StorageUnavailable("gone", { cause: thrownBy(() => JSON.parse(CANARY)) })],
    ["SQLite", thrownBy(() => database.prepare(`select '${CANARY}`))],
    ["an error of several lines", new Error(`x\n    at ${CANARY} (${CANARY}.ts:1:2)\n`)],
    ["an error without a message", Object.assign(new Error(""), { name: `${CANARY} ` })],
    ["an error whose message was changed", changed],
    ["further fields", Object.assign(new Error("x"), { answer: CANARY, code: `${CANARY} x`, path: CANARY })],
    ["several errors at once", new AggregateError([new Error(CANARY)], CANARY)],
    ["a text that was thrown", CANARY],
    ["an object that was thrown", { message: CANARY }],
  ];

  test.each(quoting)("%s", (_, error) => {
    expect(logged(error).line).not.toContain(CANARY);
  });
});

test("for a bug, its kind and where it was thrown are logged", () => {
  const { err } = logged(thrownBy(() => JSON.parse("{")));
  expect(err.type).toBe("SyntaxError");
  expect(err.message).toBeUndefined();
  expect(err.at?.join("\n")).toMatch(/log\.test\.ts:\d+:\d+/);
});

test("for a database error, the problem is logged in the database's words and ours", () => {
  const cause = thrownBy(() => new DatabaseSync("/nowhere/at/all.db"));
  expect(logged(new StorageUnavailable("The database is unavailable", { cause })).err).toMatchObject({
    type: "StorageUnavailable",
    message: "The database is unavailable",
    cause: { type: "Error", code: "ERR_SQLITE_ERROR", message: "unable to open database file (14)" },
  });
});

test("for a system error, the call and the file are logged", () => {
  const { err } = logged(thrownBy(() => readFileSync("/nowhere/at/all")));
  expect(err).toMatchObject({ type: "Error", code: "ENOENT", syscall: "open", path: "/nowhere/at/all" });
});

test("an uncaught error is logged, and ends the process", async () => {
  const script = `
    import pino from "pino";
    import { logCrash, openLog } from ${JSON.stringify(join(import.meta.dirname, "log.ts"))};
    const stream = pino.destination({ sync: false });
    logCrash(openLog("info", stream), () => stream.flushSync());
    setTimeout(() => process.stdout.write("still there"), 60_000);
    void Promise.reject(new Error("${CANARY}"));
  `;
  const args = ["--input-type=module-typescript", "-e", script];
  const ended = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect(ended).toMatchObject({ code: 1, stderr: "" });
  expect(JSON.parse(ended.stdout)).toMatchObject({ level: 60, err: { type: "Error" } });
  expect(ended.stdout).not.toContain(CANARY);
});
