import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** One thing that set-up does. */
export type Step = {
  /** Such as "make /etc/firsthand/firsthand.env", for people. */
  says: string;
  /** `change` takes away something that is there, and is asked about; `done` was done before. */
  state: "make" | "change" | "done";
  /** Throws SetUpError. */
  run(): void;
};

/** A step could not be done. */
export class SetUpError extends Error {
  override name = "SetUpError";
}

export type NewFile = { path: string; text: string; mode: number };

/** Puts a file in place with its folder. What was there before stays beside it. */
export function fileStep({ path, text, mode }: NewFile): Step {
  const isThere = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  const isDone = isThere && readFileSync(path, "utf8") === text;
  return {
    says: `${isThere ? "change" : "make"} ${path}`,
    state: isDone ? "done" : isThere ? "change" : "make",
    run() {
      mkdirSync(dirname(path), { recursive: true });
      if (isThere) writeFileSync(`${path}.before`, readFileSync(path), { mode: 0o600 });
      writeFileSync(path, text, { mode });
      // the mode of a file that was there would stay
      chmodSync(path, mode);
    },
  };
}

/** Whether a program of the system ends well. */
export function endsWell(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0;
}

/** Throws SetUpError with what the program has said. */
export function execute(program: string, ...args: string[]): void {
  // no program may ask: nobody would see the question
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8", env });
  if (status === 0) return;
  throw new SetUpError(`"${[program, ...args].join(" ")}" failed: ${error?.message ?? stderr.trim()}`);
}
