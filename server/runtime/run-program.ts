import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";

export type ProgramRun = {
  /** Program and arguments; no shell is involved. */
  command: readonly string[];
  folder: string;
  env: NodeJS.ProcessEnv;
  timeLimitMs: number;
  /** More output than this ends the program; 0 discards standard output. */
  outputMaxBytes: number;
  /** How much of the end of standard error to return; 0 discards it. */
  errorMaxBytes: number;
  signal: AbortSignal;
  /** For programs that stop their own children: the time after SIGTERM before they are killed. */
  graceMs?: number;
};

export type ProgramEnd =
  | { kind: "exited"; code: number; output: Buffer; errors: string }
  /** By a signal that we did not send. */
  | { kind: "killed"; signal: NodeJS.Signals; errors: string }
  /** We ended it. */
  | { kind: "too-slow" | "too-much-output" | "stopped" }
  | { kind: "not-started"; reason: string };

const running = new Set<() => void>();
let startsNoMore = false;

/** Ends all programs of this process, and refuses to start more: each run settles as stopped. */
export function stopPrograms(): void {
  startsNoMore = true;
  for (const stop of running) stop();
}

/** Runs a program until it ends or has to be ended, together with its children. Never rejects. */
export function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { command, folder, env, timeLimitMs, outputMaxBytes, errorMaxBytes, signal, graceMs } = run;
  if (startsNoMore) return Promise.resolve({ kind: "stopped" });
  const [program = "", ...args] = command;
  return new Promise((settle) => {
    let endedBy: ProgramEnd | undefined;
    // a separate process group, so that children end with the program
    const child = spawn(program, args, {
      cwd: folder,
      env,
      detached: true,
      stdio: ["ignore", outputMaxBytes > 0 ? "pipe" : "ignore", errorMaxBytes > 0 ? "pipe" : "ignore"],
    });
    const killIt = () => {
      killGroup(child);
      // processes that left the group may hold these open
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    let grace: NodeJS.Timeout | undefined;
    const endIt = (why: ProgramEnd) => {
      endedBy ??= why;
      if (graceMs === undefined) return killIt();
      child.kill("SIGTERM");
      grace ??= setTimeout(killIt, graceMs);
    };
    const stop = () => endIt({ kind: "stopped" });
    running.add(stop);
    const limit = setTimeout(() => endIt({ kind: "too-slow" }), timeLimitMs);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    const output = collect(child, outputMaxBytes, () => endIt({ kind: "too-much-output" }));
    const errors = tailOf(child, errorMaxBytes);
    const finish = (end: ProgramEnd) => {
      clearTimeout(limit);
      clearTimeout(grace);
      running.delete(stop);
      signal.removeEventListener("abort", stop);
      settle(endedBy ?? end);
    };
    child.once("error", (error) => finish({ kind: "not-started", reason: error.message }));
    // children may hold the output open
    child.once("exit", () => killGroup(child));
    child.once("close", (code, killedBy) => {
      if (killedBy) finish({ kind: "killed", signal: killedBy, errors: errors() });
      else finish({ kind: "exited", code: code ?? 1, output: Buffer.concat(output), errors: errors() });
    });
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // the process has already ended
  }
}

function collect({ stdout }: ChildProcess, maxBytes: number, onTooMuch: () => void): Buffer[] {
  const pieces: Buffer[] = [];
  let bytes = 0;
  stdout?.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > maxBytes) onTooMuch();
    else pieces.push(piece);
  });
  return pieces;
}

function tailOf({ stderr }: ChildProcess, maxBytes: number): () => string {
  let tail = Buffer.alloc(0);
  stderr?.on("data", (piece: Buffer) => {
    tail = Buffer.concat([tail, piece]).subarray(-maxBytes);
  });
  return () => tail.toString("utf8");
}

/** Finds a program as a shell would; undefined if it does not exist. */
export function findProgram(name: string, path = ""): string | undefined {
  const places = name.includes("/")
    ? [isAbsolute(name) ? name : resolve(name)]
    : path
        .split(delimiter)
        .filter(isAbsolute)
        .map((folder) => join(folder, name));
  return places.find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
