import { parseAccessKey } from "#contract/api/access-key.ts";
import type { StoredKey } from "../storage/access/access-keys.ts";
import type { Storage } from "../storage/storage.ts";
import { hashSecret, type Secrets } from "./secrets.ts";

type Moving = { storage: Pick<Storage, "accessKeys">; secrets: Secrets };

/** Rehashes a key with the current pepper when it is used: only then does the server know the secret part. */
export async function moveKey({ storage, secrets }: Moving, key: StoredKey, text: string): Promise<void> {
  const pepperId = secrets.currentPepper;
  if (key.pepperId === pepperId) return;
  const secret = parseAccessKey(text)?.secret;
  const secretHash = secret && hashSecret(secrets, pepperId, secret);
  if (secretHash) await storage.accessKeys.move(key, { secretHash, pepperId });
}
