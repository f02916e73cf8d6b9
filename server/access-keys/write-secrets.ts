import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { StorageRefusal } from "../storage/engine/faults.ts";
import { lockFile } from "../storage/engine/file-lock.ts";
import { readSecrets, type Secrets } from "./secrets.ts";

/**
 * Changes the secrets under a lock, so that no other command can interfere. If `change` throws, the file stays as it
 * is. Throws StorageRefusal.
 */
export function changeSecrets(file: string, change: (secrets: Secrets) => Secrets): Secrets {
  const lock = lockFile(
    `${file}.lock`,
    `Another command is changing ${file} just now. Try again when it has ended.`,
  );
  try {
    const changed = change(readSecrets(file));
    writeSecrets(file, changed);
    return changed;
  } finally {
    lock.release();
  }
}

/**
 * Replaces the secrets file atomically: it always holds either all old or all new secrets. Keeps the file's owner,
 * whichever user runs the command. Throws StorageRefusal.
 */
export function writeSecrets(file: string, secrets: Secrets): void {
  let half: string | undefined;
  try {
    // if the name is a symbolic link, its target is replaced
    const target = realpathSync(file);
    half = `${target}.half`;
    writeFor(statSync(target), half, secrets);
    // read back, because damage would otherwise be found too late
    readSecrets(half);
    renameSync(half, target);
    flush(dirname(target));
  } catch (error) {
    if (error instanceof StorageRefusal) throw error;
    throw new StorageRefusal(
      `${file} cannot be changed (${(error as Error).message}). Run the command as its owner, and check that the folder can be written to. Nothing was changed.`,
      { cause: error },
    );
  } finally {
    if (half !== undefined && existsSync(half)) rmSync(half);
  }
}

type Owner = { uid: number; gid: number };

/** Writes a file that only its owner can read, and flushes it before it gets its final name. */
function writeFor({ uid, gid }: Owner, file: string, secrets: Secrets): void {
  // it exists only if a command was killed
  rmSync(file, { force: true });
  const open = openSync(file, "wx", 0o600);
  try {
    fchmodSync(open, 0o600);
    fchownSync(open, uid, gid);
    writeFileSync(open, `${JSON.stringify(secrets, null, 2)}\n`);
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
}

function flush(folder: string): void {
  const open = openSync(folder, "r");
  fsyncSync(open);
  closeSync(open);
}
