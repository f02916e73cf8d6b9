import { randomBytes } from "node:crypto";
import { StorageRefusal } from "../storage/faults.ts";
import type { Storage } from "../storage/storage.ts";
import type { Secrets } from "./secrets.ts";

const NUMBERED = /^m(\d+)$/;
/** So few that no save waits long. */
const KEYS_AT_ONCE = 100;

/** The same secrets with a new master key, which is the current one from then on; the others are kept. */
export function withNewMasterKey(secrets: Secrets): Secrets {
  const numbers = Object.keys(secrets.masterKeys).map((id) => Number(NUMBERED.exec(id)?.[1] ?? 0));
  // above all others, so that no id ever stands for two: backups name master keys by it
  const currentMasterKey = `m${Math.max(...numbers) + 1}`;
  const masterKey = randomBytes(32).toString("base64");
  return {
    ...secrets,
    masterKeys: { ...secrets.masterKeys, [currentMasterKey]: masterKey },
    currentMasterKey,
  };
}

/** The same secrets without that master key. Throws StorageRefusal where it is none that can go. */
export function withoutMasterKey(secrets: Secrets, masterKeyId: string): Secrets {
  if (!Object.hasOwn(secrets.masterKeys, masterKeyId)) {
    const names = Object.keys(secrets.masterKeys).join(", ");
    throw new StorageRefusal(`There is no master key of that name. Those that there are: ${names}.`);
  }
  if (masterKeyId === secrets.currentMasterKey) {
    throw new StorageRefusal(
      `${masterKeyId} is the current master key. Run "firsthand secrets rotate-master" first.`,
    );
  }
  const { [masterKeyId]: _dropped, ...masterKeys } = secrets.masterKeys;
  return { ...secrets, masterKeys };
}

/** Has the current master key wrap every data key; returns how many it has wrapped anew. */
export async function rewrapAll(storage: Pick<Storage, "rewrapDataKeys">): Promise<number> {
  let wrapped = 0;
  for (;;) {
    const some = await storage.rewrapDataKeys(KEYS_AT_ONCE);
    wrapped += some;
    if (some === 0) return wrapped;
  }
}
