import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A separate disk in memory that a test can fill to the last byte. */
export type SmallDisk = {
  /** The folder for the data folder. */
  folder: string;
  /** Fills the disk to the last byte. */
  fill(): void;
  /** Enlarges the disk. */
  grow(bytes: number): void;
  /** Removes the file that fills the disk. */
  clear(): void;
  remove(): void;
};

/** Why no disk can be mounted here, or undefined if one can. */
export function mountProblem(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-mount-"));
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]).status === 0;
  if (isMounted) run("umount", folder);
  rmSync(folder, { recursive: true });
  return isMounted ? undefined : "this user may not mount";
}

export function smallDisk(bytes: number): SmallDisk {
  const mountPoint = mkdtempSync(join(tmpdir(), "firsthand-disk-"));
  run("mount", "-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", mountPoint);
  const folder = join(mountPoint, "data");
  const filler = join(mountPoint, "filler");
  mkdirSync(folder);
  return {
    folder,
    fill: () => fillUp(filler),
    grow: (size) => run("mount", "-o", `remount,size=${size}`, mountPoint),
    clear: () => rmSync(filler, { force: true }),
    remove() {
      run("umount", "--lazy", mountPoint);
      rmSync(mountPoint, { recursive: true });
    },
  };
}

function fillUp(file: string): void {
  const descriptor = openSync(file, "a");
  for (let part = 65_536; part >= 1; ) {
    try {
      if (writeSync(descriptor, Buffer.alloc(part)) < part) part = Math.floor(part / 2);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      part = Math.floor(part / 2);
    }
  }
  closeSync(descriptor);
}

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
}
