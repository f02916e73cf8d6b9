import { statSync } from "node:fs";
import { StorageRefusal } from "../storage/engine/faults.ts";
import { readSecrets, type Secrets } from "./secrets.ts";

/**
 * Secrets that are reloaded when a command changes their file, so that no server needs a restart. If the file is
 * missing, invalid, or from another installation, the secrets last read stay in force.
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

/** A command replaces one secret at a time, so secrets that share none are from another installation. */
function isOfSameInstallation(one: Secrets, other: Secrets): boolean {
  return (["masterKeys", "peppers"] as const).some((ring) =>
    Object.entries(one[ring]).some(([id, secret]) => other[ring][id] === secret),
  );
}

/** A stamp that changes whenever the file is replaced or modified. */
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
