import { isoOf } from "#contract/instants.ts";
import type { AccessKeyFacts } from "#contract/manage/clients.ts";
import type { StoredKey } from "../storage/access/access-keys.ts";

/** What may be told of a key; its secret part is stored nowhere. */
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
