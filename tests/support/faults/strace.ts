import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, vi } from "vitest";

/**
 * strace records the system calls of a program's main thread, and makes chosen calls fail or kill the program.
 * node:sqlite works on that thread, so its calls are recorded in order.
 */
const STRACE = "strace";

/** More than any program of these tests writes in one call. */
const BYTES_SHOWN = 1_000_000;

/** Why no program can be traced here, or undefined if one can. */
export function tracingProblem(): string | undefined {
  const { error, status } = spawnSync(STRACE, ["-D", "-o", "/dev/null", "-e", "trace=none", "true"]);
  if (error) return "strace is not installed";
  return status === 0 ? undefined : "this system forbids ptrace";
}

export type Tracing = {
  /** The file in which strace records the calls. */
  log: string;
  calls: readonly string[];
  /** Traces calls on these files only; the faults are limited to them too. */
  paths?: string[];
  /** Faults in strace's syntax: "fsync:error=EIO:when=3+". Each named call is counted separately. */
  inject?: string[];
  /**
   * Traces all threads and children, because libuv's threads open the files that are served. Read with `filesNamed`.
   */
  isOfAll?: true;
};

/** The arguments of strace up to the traced program. */
export function straceArgs({ log, calls, paths = [], inject = [], isOfAll }: Tracing): string[] {
  return [
    ...(isOfAll ? ["-f"] : []),
    "-y",
    "-xx",
    `--string-limit=${BYTES_SHOWN}`,
    `--output=${log}`,
    `--trace=${calls.join(",")}`,
    ...paths.map((path) => `--trace-path=${path}`),
    ...inject.map((fault) => `--inject=${fault}`),
  ];
}

export type Ended = { status: number | null; stdout: string; stderr: string };

/** Runs this Node under strace until it ends; the status is null if a signal ended it. */
export function runTraced(tracing: Tracing, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((settle) => {
    const options = { env: { PATH: process.env.PATH, ...env }, maxBuffer: 2 ** 26 };
    const command = [...straceArgs(tracing), process.execPath, ...args];
    execFile(STRACE, command, options, (error, stdout, stderr) => {
      settle({ status: error ? (error.signal ? null : Number(error.code)) : 0, stdout, stderr });
    });
  });
}

/**
 * The command that runs this Node under strace as the started process, so that its signals and exit code are the
 * program's. `-I 2` makes strace heed signals, which it otherwise ignores when it writes to a file.
 */
export function tracedCommand(tracing: Tracing): string[] {
  return [STRACE, "-D", "-I", "2", ...straceArgs(tracing), process.execPath];
}

/** Ends the tracing and its faults; the program goes on. */
export async function endTracing(pid: number): Promise<void> {
  const tracer = tracerOf(pid);
  if (tracer === 0) return;
  process.kill(tracer, "SIGTERM");
  await vi.waitFor(() => expect(tracerOf(pid)).toBe(0), { timeout: 5_000, interval: 5 });
}

function tracerOf(pid: number): number {
  return Number(/^TracerPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

export type SystemCall = {
  name: string;
  /** Undefined if the call names a file by its path. */
  fd: number | undefined;
  /** The path of the file; a pipe has "pipe:[…]". */
  path: string;
  /** The bytes that a call of the write family writes. */
  bytes: Buffer;
  /** The numbers at the end of the arguments: size and offset, or mode. */
  numbers: number[];
  /** NaN if the call never ended. */
  result: number;
};

/** The recorded calls, in order. */
export function readTrace(log: string): SystemCall[] {
  const lines = readFileSync(log, "latin1").split("\n");
  return lines.flatMap((line) => {
    const call = /^(\w+)\(/.exec(line)?.[1];
    return call ? [systemCall(call, line)] : [];
  });
}

/** The path of each file that a call named, in order, for a trace of all threads. */
export function filesNamed(log: string): string[] {
  const lines = readFileSync(log, "latin1").split("\n");
  return lines.flatMap((line) => {
    // a call that another thread interrupts has two lines, with its path in the first
    const [, place = "", quoted] = /^\d+ +\w+\((?:[^"<]*<([^>]*)>[^"]*)?[^"]*"([^"]*)"/.exec(line) ?? [];
    return quoted === undefined ? [] : [resolve(decode(place).toString(), decode(quoted).toString())];
  });
}

function systemCall(name: string, line: string): SystemCall {
  const end = line.lastIndexOf(" = ");
  const text = line.slice(name.length + 1, line.lastIndexOf(")", end));
  const [, fd, place = ""] = /^(\d+)<([^>]*)>/.exec(text) ?? [];
  const quoted = decode(/"([^"]*)"/.exec(text)?.[1] ?? "");
  const numbers = [...text.slice(text.lastIndexOf('"') + 1).matchAll(/, (\d+)/g)].map(([, digits]) =>
    Number(digits),
  );
  if (quoted.length === BYTES_SHOWN) throw new Error(`${name} wrote more than is shown of it`);
  return {
    name,
    fd: fd === undefined ? undefined : Number(fd),
    path: (fd === undefined ? quoted : decode(place)).toString(),
    bytes: quoted,
    numbers,
    result: Number.parseInt(line.slice(end + 3), 10),
  };
}

function decode(text: string): Buffer {
  return text.startsWith("\\x") ? Buffer.from(text.replaceAll("\\x", ""), "hex") : Buffer.from(text);
}
