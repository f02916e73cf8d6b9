import { randomBytes } from "node:crypto";
import { scopeNames, type TokenScope } from "#contract/api/scopes.ts";
import { DAY_MS, isoOf } from "#contract/instants.ts";
import type { ApiToken } from "#contract/manage/accounts.ts";
import { API_TOKENS_MAX } from "#contract/manage/limits.ts";
import type { StoredApiToken } from "../storage/managers/api-tokens.ts";
import type { Storage } from "../storage/storage.ts";
import { type Actor, eventOf } from "./actor.ts";
import { newToken } from "./tokens.ts";

/** Makes an API token for the actor; it appears only in the result. Undefined if the actor has too many. */
export async function addApiToken(
  storage: Pick<Storage, "apiTokens">,
  { name, days, scopes }: { name: string; days: number; scopes: readonly TokenScope[] },
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
    scopes: scopeNames.filter((scope) => scopes.includes(scope)).join(" "),
  };
  const event = eventOf(actor, "token.added", { detail: `${stored.tokenId} ${stored.scopes}` });
  return (await storage.apiTokens.add(stored, API_TOKENS_MAX, [event]))
    ? { ...toTokenView(stored), token }
    : undefined;
}

export function toTokenView(token: StoredApiToken): ApiToken {
  const { tokenId, name, createdAt, lastUsedAt, expiresAt } = token;
  return {
    tokenId,
    name,
    scopes: grantedScopes(token),
    createdAt: isoOf(createdAt),
    lastUsedAt: isoOf(lastUsedAt),
    expiresAt: isoOf(expiresAt),
  };
}

/** The scopes of a token; scopes that this release does not know are ignored. */
export function grantedScopes({ scopes }: Pick<StoredApiToken, "scopes">): TokenScope[] {
  const stored = scopes.split(" ");
  return scopeNames.filter((scope) => stored.includes(scope));
}
