import { hash, randomBytes } from "node:crypto";
import { SHARE_TOKEN_PREFIX } from "#contract/manage/shares.ts";

/**
 * The prefix shows the kind: a manager's session, a password link, a sign-in waiting for its code, an API token, a
 * browser's lasting cookie, or a link to a brief.
 */
const PREFIXES = {
  session: "fhc_",
  link: "fhl_",
  step: "fhh_",
  api: "fhm_",
  browser: "fhk_",
  share: SHARE_TOKEN_PREFIX,
} as const;
export type TokenKind = keyof typeof PREFIXES;

/** A new token. Only its hash is stored; a plain hash is enough, because a token has 256 random bits. */
export function newToken(kind: TokenKind): { token: string; tokenHash: string } {
  const token = PREFIXES[kind] + randomBytes(32).toString("base64url");
  return { token, tokenHash: hash("sha256", token) };
}

/** The hash to look up a token by; undefined if the text is not a token of this kind. */
export function tokenHashOf(kind: TokenKind, text: string): string | undefined {
  const isToken = text.startsWith(PREFIXES[kind]) && /^[\w-]{47}$/.test(text);
  return isToken ? hash("sha256", text) : undefined;
}
