import { randomBytes, randomInt } from "node:crypto";
import { ACCESS_KEY_SYMBOLS, formatAccessKey, parseAccessKey } from "#contract/access-key.ts";
import { ACCESS_KEY_LIFETIME_DAYS } from "#contract/limits.ts";
import type { NewKey, Storage } from "../storage/storage.ts";
import { hashSecret, type Secrets } from "./secrets.ts";

const DAY_MS = 86_400_000;

/** Who acts, and when. */
export type Issuing = { storage: Storage; secrets: Secrets; now: number };

export type IssuedKey = { keyId: string; accessKey: string; expiresAt: number };

/** A new client with a first key. The key is in the result and nowhere else. */
export async function addClient({ storage, secrets, now }: Issuing, name: string) {
  const clientId = randomId();
  const { accessKey, stored } = makeKey(secrets, clientId, now);
  const draftKey = randomBytes(32).toString("base64url");
  await storage.addClient({ clientId, name, createdAt: now, draftKey }, stored, [
    { at: now, kind: "client.added", actor: "operator", clientId },
    { at: now, kind: "key.issued", actor: "operator", clientId, keyId: stored.keyId },
  ]);
  return { clientId, ...issued(accessKey, stored) };
}

/** A further key for a client. */
export async function issueKey({ storage, secrets, now }: Issuing, clientId: string): Promise<IssuedKey> {
  const { accessKey, stored } = makeKey(secrets, clientId, now);
  await storage.addKey(stored, [
    { at: now, kind: "key.issued", actor: "operator", clientId, keyId: stored.keyId },
  ]);
  return issued(accessKey, stored);
}

function makeKey(secrets: Secrets, clientId: string, now: number): { accessKey: string; stored: NewKey } {
  const symbols = Array.from({ length: ACCESS_KEY_SYMBOLS }, () => randomInt(32));
  const accessKey = formatAccessKey(symbols);
  const { keyId, secret } = parseAccessKey(accessKey) ?? {};
  const secretHash = secret && hashSecret(secrets, secrets.currentPepper, secret);
  if (!keyId || !secretHash) throw new Error("A new access key does not parse");
  const pepperId = secrets.currentPepper;
  const expiresAt = now + ACCESS_KEY_LIFETIME_DAYS * DAY_MS;
  return { accessKey, stored: { keyId, clientId, secretHash, pepperId, createdAt: now, expiresAt } };
}

function issued(accessKey: string, { keyId, expiresAt }: NewKey): IssuedKey {
  return { keyId, accessKey, expiresAt };
}

/** 80 random bits: short enough to be typed after a command. */
function randomId(): string {
  return `cl_${randomBytes(10).toString("hex")}`;
}
