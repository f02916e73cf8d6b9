import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Makes a file immutable or mutable, even for programs that have it open. Returns whether the file system supports
 * this.
 */
export function setImmutable(file: string, isImmutable: boolean): boolean {
  return spawnSync("chattr", [isImmutable ? "+i" : "-i", file]).status === 0;
}

/** Why an open file cannot be made read-only here, or undefined if it can. */
export function immutableProblem(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-immutable-"));
  const file = join(folder, "file");
  const descriptor = openSync(file, "w");
  const isRefused = setImmutable(file, true) && !isWritable(descriptor);
  setImmutable(file, false);
  closeSync(descriptor);
  rmSync(folder, { recursive: true });
  return isRefused ? undefined : "an open file cannot be made read-only here";
}

function isWritable(descriptor: number): boolean {
  try {
    return writeSync(descriptor, "x") === 1;
  } catch {
    return false;
  }
}
