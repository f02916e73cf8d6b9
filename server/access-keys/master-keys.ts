import { createSecretKey } from "node:crypto";
import type { MasterKey, MasterKeys } from "../storage/data-keys.ts";
import { StorageRefusal, StorageUnavailable } from "../storage/faults.ts";
import { readSecrets, type Secrets } from "./secrets.ts";

/**
 * The master keys of a secrets file, which is read when one is needed, and again where it may have been changed: a
 * server goes on while its master key is replaced.
 */
export function masterKeysIn(secretsFile: string): MasterKeys {
  let known: Secrets | undefined;
  const read = (): Secrets => {
    try {
      known = readSecrets(secretsFile);
      return known;
    } catch (error) {
      if (error instanceof StorageRefusal) throw new StorageUnavailable(error.message, { cause: error });
      throw error;
    }
  };
  return {
    current() {
      const secrets = read();
      const current = masterKeyOf(secrets, secrets.currentMasterKey);
      // the schema says so, and only types do not know it
      if (!current) throw new Error("The current master key is not among the master keys");
      return current;
    },
    find: (id) => (known && masterKeyOf(known, id)) ?? masterKeyOf(read(), id),
  };
}

function masterKeyOf({ masterKeys }: Secrets, id: string): MasterKey | undefined {
  const secret = masterKeys[id];
  return secret === undefined ? undefined : { id, key: createSecretKey(secret, "base64") };
}
