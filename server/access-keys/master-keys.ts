import { createSecretKey } from "node:crypto";
import { StorageRefusal, StorageUnavailable } from "../storage/engine/faults.ts";
import type { MasterKey, MasterKeys } from "../storage/sealing/data-keys.ts";
import { readSecrets, type Secrets } from "./secrets.ts";

/** The master keys of these secrets, looked up at each call. */
export function masterKeysOf(secrets: Pick<Secrets, "masterKeys" | "currentMasterKey">): MasterKeys {
  const find = (id: string): MasterKey | undefined => {
    const secret = secrets.masterKeys[id];
    return secret === undefined ? undefined : { id, key: createSecretKey(secret, "base64") };
  };
  return {
    find,
    current() {
      const current = find(secrets.currentMasterKey);
      // the schema guarantees it, but the types cannot express it
      if (!current) throw new Error("The current master key is not among the master keys");
      return current;
    },
  };
}

/** All current master keys. */
export function allMasterKeys(secrets: Pick<Secrets, "masterKeys" | "currentMasterKey">): MasterKey[] {
  const { find } = masterKeysOf(secrets);
  return Object.keys(secrets.masterKeys).flatMap((id) => find(id) ?? []);
}

/** The same for a secrets file that may be missing: it is read once, when a key is first needed. */
export function masterKeysIn(secretsFile: string): MasterKeys {
  let known: MasterKeys | undefined;
  const read = (): MasterKeys => {
    try {
      known ??= masterKeysOf(readSecrets(secretsFile));
      return known;
    } catch (error) {
      if (error instanceof StorageRefusal) throw new StorageUnavailable(error.message, { cause: error });
      throw error;
    }
  };
  return { current: () => read().current(), find: (id) => read().find(id) };
}
