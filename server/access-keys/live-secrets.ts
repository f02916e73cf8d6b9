import { statSync } from "node:fs";
import { StorageRefusal } from "../storage/engine/faults.ts";
import { readSecrets, type Secrets } from "./secrets.ts";

/**
 * Secrets that are read again as soon as a command has changed their file, so that no server has to be restarted. A file
 * that is gone, that no server would start with, or that is of another installation leaves those read last in force.
 */
export function liveSecrets(file: string, opened: Secrets): Secrets {
  let secrets = opened;
  let seen: string | undefined;
  const newest = (): Secrets => {
    const stamp = stampOf(file);
    if (stamp !== undefined && stamp !== seen) {
      const read = readableSecrets(file);
      if (read && isOfSameInstallation(read, secrets)) secrets = read;
    }
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

/** A command replaces one secret at a time; of another installation not one is the same. */
function isOfSameInstallation(one: Secrets, other: Secrets): boolean {
  return (["masterKeys", "peppers"] as const).some((ring) =>
    Object.entries(one[ring]).some(([id, secret]) => other[ring][id] === secret),
  );
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
