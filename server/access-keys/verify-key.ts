import { timingSafeEqual } from "node:crypto";
import { parseAccessKey } from "#contract/api/access-key.ts";
import { isoOf } from "#contract/instants.ts";
import { KEY_FAILURES_BEFORE_WAIT, KEY_WAIT_FIRST_MS, KEY_WAIT_MAX_MS } from "#contract/limits.ts";
import type { AccessKeyFacts, LinkKeyFacts } from "#contract/manage/clients.ts";
import type { StoredKey } from "../storage/access/access-keys.ts";
import type { Storage } from "../storage/storage.ts";
import { hashSecret, type Secrets } from "./secrets.ts";

/** Only the audit trail distinguishes these; the caller gets the same message for all. */
export type VerifyKeyRefusal = "malformed" | "unknown" | "wrong-secret" | "revoked" | "expired";

/** A caller with the right secret of a sign-in link may learn why the link no longer works. */
export type LinkRefusal = "link-used" | "link-expired";

export type VerifyKeyResult =
  | { key: StoredKey }
  | { refusal: VerifyKeyRefusal; keyId?: string }
  | { refusal: LinkRefusal; key: StoredKey };

/** Looked up for text that is not an access key, so that it takes as long. */
const NO_KEY = { keyId: "", secret: "" };

type Verifying = {
  storage: Pick<Storage, "accessKeys">;
  secrets: Secrets;
  now: number;
  /** Hash of the cookie that identifies the browser; undefined where it has none. */
  browserHash?: string | undefined;
};

/** Checks whether text that a person entered is a live access key that works in this browser. */
export async function verifyKey(
  { storage, secrets, now, browserHash }: Verifying,
  text: string,
): Promise<VerifyKeyResult> {
  const parsed = parseAccessKey(text);
  const { keyId, secret } = parsed ?? NO_KEY;
  const key = await storage.accessKeys.find(keyId);
  // hashed even for an unknown key, so that timing does not show whether it exists
  const hash = hashSecret(secrets, key?.pepperId ?? secrets.currentPepper, secret);
  if (!parsed) return { refusal: "malformed" };
  if (!key) return { refusal: "unknown", keyId };
  if (!hash || !isSame(hash, key.secretHash)) return { refusal: "wrong-secret", keyId };
  const isOver = key.revokedAt !== null || key.expiresAt <= now;
  if (key.kind === "lasting" && isOver)
    return { refusal: key.revokedAt === null ? "expired" : "revoked", keyId };
  if (key.browserHash !== null && key.browserHash !== browserHash) return { refusal: "link-used", key };
  return isOver ? { refusal: "link-expired", key } : { key };
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, "hex"), Buffer.from(other, "hex"));
}

/**
 * How long guesses at one access key have to wait, from whatever addresses: 30 seconds after ten wrong ones in a row,
 * then twice as long after each, up to an hour. Whether the key exists plays no part. The right key never waits.
 */
export function waitMsAfter(failures: number): number {
  const beyond = failures - KEY_FAILURES_BEFORE_WAIT;
  return beyond < 0 ? 0 : Math.min(KEY_WAIT_MAX_MS, KEY_WAIT_FIRST_MS * 2 ** beyond);
}

/** The client's keys for display: lasting ones, and all other kinds. */
export function toKeyViews(
  stored: StoredKey[],
  now: number,
): { keys: AccessKeyFacts[]; links: LinkKeyFacts[] } {
  return {
    keys: stored.filter(({ kind }) => kind === "lasting").map((key) => toKeyView(key, now)),
    links: stored.flatMap((key) =>
      key.kind === "lasting" ? [] : [{ ...toKeyView(key, now), kind: key.kind, boundAt: isoOf(key.boundAt) }],
    ),
  };
}

/** The facts about a key that may be shown; its secret part is not stored. */
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
