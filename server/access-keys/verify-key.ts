import { timingSafeEqual } from "node:crypto";
import { parseAccessKey } from "#contract/api/access-key.ts";
import { isoOf } from "#contract/instants.ts";
import { KEY_FAILURES_BEFORE_WAIT, KEY_WAIT_FIRST_MS, KEY_WAIT_MAX_MS } from "#contract/limits.ts";
import type { AccessKeyFacts } from "#contract/manage/clients.ts";
import type { StoredKey } from "../storage/access/access-keys.ts";
import type { Storage } from "../storage/storage.ts";
import { hashSecret, type Secrets } from "./secrets.ts";

/** Told apart in the audit trail only; the caller hears one sentence for all. */
export type Refusal = "malformed" | "unknown" | "wrong-secret" | "revoked" | "expired";

export type Verdict = { key: StoredKey } | { refusal: Refusal; keyId?: string };

/** What is looked for where a text is no key at all, so that this costs as much. */
const NO_KEY = { keyId: "", secret: "" };

type Verifying = { storage: Pick<Storage, "accessKeys">; secrets: Secrets; now: number };

/** Whether a text that a person entered is a live access key. */
export async function verifyKey({ storage, secrets, now }: Verifying, text: string): Promise<Verdict> {
  const parsed = parseAccessKey(text);
  const { keyId, secret } = parsed ?? NO_KEY;
  const key = await storage.accessKeys.find(keyId);
  // an unknown key costs as much as a known one
  const hash = hashSecret(secrets, key?.pepperId ?? secrets.currentPepper, secret);
  if (!parsed) return { refusal: "malformed" };
  if (!key) return { refusal: "unknown", keyId };
  if (!hash || !isSame(hash, key.secretHash)) return { refusal: "wrong-secret", keyId };
  if (key.revokedAt !== null) return { refusal: "revoked", keyId };
  return key.expiresAt <= now ? { refusal: "expired", keyId } : { key };
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, "hex"), Buffer.from(other, "hex"));
}

/**
 * How long someone guessing at one access key has to wait, from however many addresses: after ten wrong ones in a row
 * 30 seconds, and twice as long after each further one, up to an hour. Whether there is a key of that id plays no part,
 * and the right one is never asked.
 */
export function waitMsAfter(failures: number): number {
  const beyond = failures - KEY_FAILURES_BEFORE_WAIT;
  return beyond < 0 ? 0 : Math.min(KEY_WAIT_MAX_MS, KEY_WAIT_FIRST_MS * 2 ** beyond);
}

/** What may be shown of a key; its secret part is stored nowhere. */
export function toKeyView(key: StoredKey, now: number): AccessKeyFacts {
  const lapsed = key.expiresAt <= now ? "expired" : "live";
  return {
    keyId: key.keyId,
    state: key.revokedAt === null ? lapsed : "revoked",
    createdAt: isoOf(key.createdAt),
    expiresAt: isoOf(key.expiresAt),
    revokedAt: isoOf(key.revokedAt),
    lastUsedAt: isoOf(key.lastUsedAt),
  };
}
