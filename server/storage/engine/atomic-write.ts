import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { resultCode, StorageRefusal } from "./faults.ts";

/** Suffixes of the files that SQLite may leave beside a database. */
export const SQLITE_SUFFIXES = ["-wal", "-shm", "-journal"];

const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

type Placing<Made> = {
  /** Fills the temporary file, which exists, is empty, and is for this user only. */
  make(temporary: string): Promise<Made>;
  /** Gives the file its final name. */
  put(temporary: string): Promise<void> | void;
};

/**
 * Writes a file under a temporary name in the same folder, flushes it to disk, and then gives it its final name: under
 * that name, the file is complete or missing. Throws StorageRefusal if the disk or the folder cannot serve.
 */
export async function placeFile<Made>(file: string, { make, put }: Placing<Made>): Promise<Made> {
  const temporary = `${file}.${randomBytes(4).toString("hex")}.half`;
  const discard = () => {
    for (const suffix of ["", ...SQLITE_SUFFIXES]) rmSync(temporary + suffix, { force: true });
  };
  const end = () => {
    discard();
    process.exit(1);
  };
  for (const signal of ENDING_SIGNALS) process.once(signal, end);
  try {
    closeSync(openSync(temporary, "wx", 0o600));
    const made = await make(temporary);
    flush(temporary);
    await put(temporary);
    flush(dirname(file));
    return made;
  } catch (error) {
    throw asRefusal(file, error);
  } finally {
    for (const signal of ENDING_SIGNALS) process.off(signal, end);
    // checked first: if the folder is a file, even a forced removal throws
    if (existsSync(temporary)) discard();
  }
}

/**
 * Gives the file another name, which no other file may have. The first name may stay for a while. Throws
 * StorageRefusal.
 */
export function linkOrMove(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // some file systems have no links, such as that of a USB stick: there, a move could replace a file
    if (codeOf(error) === "EEXIST" || existsSync(to))
      throw new StorageRefusal(
        `${to} was created by another program a moment ago. Name another file, or run the command again.`,
      );
    renameSync(from, to);
  }
}

function flush(path: string): void {
  const open = openSync(path, "r");
  fsyncSync(open);
  closeSync(open);
}

const SQLITE_FULL = 13;

const REASONS: { [code: string]: string } = {
  ENOENT: "there is no such folder. Make it first.",
  ENOTDIR: "a part of its path is a file, not a folder.",
  EACCES: "this user may not write to its folder. Give it write permission, or name another folder.",
  EPERM: "this user may not write to its folder. Give it write permission, or name another folder.",
  EROFS: "its disk is read-only. Name a folder on another one.",
  ENOSPC: "the disk is full. Free some space there and try again.",
  EDQUOT: "this user's share of the disk is used up. Free some space there and try again.",
  EFBIG: "it is larger than a file may be there. Name a folder on another disk.",
  ENAMETOOLONG: "its name is too long.",
};

function asRefusal(file: string, error: unknown): unknown {
  if (!isOutsideFault(error)) return error;
  const reason = REASONS[isDiskFull(error) ? "ENOSPC" : String(codeOf(error))] ?? `${error.message}.`;
  return new StorageRefusal(`${file} cannot be written: ${reason}`, { cause: error });
}

/** Whether the error comes from the file system or from SQLite. */
export function isOutsideFault(error: unknown): error is Error {
  return error instanceof Error && ("syscall" in error || "errcode" in error);
}

export function isDiskFull(error: unknown): boolean {
  return resultCode(error) === SQLITE_FULL;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
