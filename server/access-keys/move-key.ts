import { parseAccessKey } from "#contract/api/access-key.ts";
import type { StoredKey } from "../storage/access/access-keys.ts";
import type { Storage } from "../storage/storage.ts";
import { hashSecret, type Secrets } from "./secrets.ts";

type Moving = { storage: Pick<Storage, "accessKeys">; secrets: Secrets };

/**
 * A key that was made with an earlier pepper is kept by the current one from now on: only while somebody uses it is its
 * secret part known.
 */
export async function moveKey({ storage, secrets }: Moving, key: StoredKey, text: string): Promise<void> {
  const pepperId = secrets.currentPepper;
  if (key.pepperId === pepperId) return;
  const secret = parseAccessKey(text)?.secret;
  const secretHash = secret && hashSecret(secrets, pepperId, secret);
  if (secretHash) await storage.accessKeys.move(key, { secretHash, pepperId });
}
