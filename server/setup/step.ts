import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** One step of a setup. */
export type SetupStep = {
  /** A description for people, such as "make /etc/firsthand/firsthand.env". */
  says: string;
  /** `change` replaces something that exists, and needs confirmation; `done` needs nothing. */
  state: "make" | "change" | "done";
  /** Throws SetUpError. */
  run(): void;
};

/** A step failed. */
export class SetUpError extends Error {
  override name = "SetUpError";
}

export type NewFile = { path: string; text: string; mode: number };

/** Writes a file and makes its folder. A previous version is kept next to it. */
export function fileStep({ path, text, mode }: NewFile): SetupStep {
  const isThere = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  const isDone = isThere && readFileSync(path, "utf8") === text;
  return {
    says: `${isThere ? "change" : "make"} ${path}`,
    state: isDone ? "done" : isThere ? "change" : "make",
    run() {
      mkdirSync(dirname(path), { recursive: true });
      if (isThere) writeFileSync(`${path}.before`, readFileSync(path), { mode: 0o600 });
      writeFileSync(path, text, { mode });
      // an existing file would keep its mode
      chmodSync(path, mode);
    },
  };
}

/** Whether a system program exits with 0. */
export function runsSuccessfully(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0;
}

/** Throws SetUpError with the program's error output. */
export function execute(program: string, ...args: string[]): void {
  // programs must not ask questions, because these would not be visible
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8", env });
  if (status === 0) return;
  throw new SetUpError(`"${[program, ...args].join(" ")}" failed: ${error?.message ?? stderr.trim()}`);
}
