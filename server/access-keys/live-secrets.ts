import { statSync } from "node:fs";
import { StorageRefusal } from "../storage/engine/faults.ts";
import { readSecrets, type Secrets } from "./secrets.ts";

/**
 * Secrets that are read again as soon as a command has changed their file, so that no server has to be restarted. A file
 * that is gone, or that no server would start with, leaves those that were read last in force.
 */
export function liveSecrets(file: string, opened: Secrets): Secrets {
  let secrets = opened;
  let seen: string | undefined;
  const newest = (): Secrets => {
    const stamp = stampOf(file);
    if (stamp !== undefined && stamp !== seen) secrets = readableSecrets(file) ?? secrets;
    seen = stamp;
    return secrets;
  };
  return {
    version: opened.version,
    get masterKeys() {
      return newest().masterKeys;
    },
    get currentMasterKey() {
      return newest().currentMasterKey;
    },
    get peppers() {
      return newest().peppers;
    },
    get currentPepper() {
      return newest().currentPepper;
    },
  };
}

/** Another one for each file that has ever had the name. */
function stampOf(file: string): string | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat && [stat.ino, stat.mtimeNs, stat.size].join();
}

function readableSecrets(file: string): Secrets | undefined {
  try {
    return readSecrets(file);
  } catch (error) {
    if (error instanceof StorageRefusal) return undefined;
    throw error;
  }
}
