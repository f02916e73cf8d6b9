import { randomBytes } from "node:crypto";
import { DAY_MS, isoOf } from "#contract/instants.ts";
import type { ApiToken } from "#contract/manage/accounts.ts";
import { API_TOKENS_MAX } from "#contract/manage/limits.ts";
import type { StoredApiToken } from "../storage/managers/api-tokens.ts";
import type { Storage } from "../storage/storage.ts";
import { type Actor, eventOf } from "./actor.ts";
import { newToken } from "./tokens.ts";

/** A new token of the actor's own, in the result and nowhere else; undefined where there are too many. */
export async function addApiToken(
  storage: Pick<Storage, "apiTokens">,
  { name, days }: { name: string; days: number },
  actor: Actor,
): Promise<(ApiToken & { token: string }) | undefined> {
  const { token, tokenHash } = newToken("api");
  const stored: StoredApiToken = {
    tokenHash,
    tokenId: `tk_${randomBytes(8).toString("hex")}`,
    managerId: actor.actor,
    name,
    createdAt: actor.at,
    lastUsedAt: null,
    expiresAt: actor.at + days * DAY_MS,
  };
  const event = eventOf(actor, "token.added", { detail: stored.tokenId });
  return (await storage.apiTokens.add(stored, API_TOKENS_MAX, [event]))
    ? { ...toTokenView(stored), token }
    : undefined;
}

export function toTokenView({ tokenId, name, createdAt, lastUsedAt, expiresAt }: StoredApiToken): ApiToken {
  return {
    tokenId,
    name,
    createdAt: isoOf(createdAt),
    lastUsedAt: isoOf(lastUsedAt),
    expiresAt: isoOf(expiresAt),
  };
}
