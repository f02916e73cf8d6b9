import { hash, randomBytes } from "node:crypto";
import { SHARE_TOKEN_PREFIX } from "#contract/manage/shares.ts";

/**
 * The prefix names the kind: a manager's session, link, half a sign-in, a program's token, a browser's
 * lasting cookie, and a link to a brief.
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

/** A new token; stored is its hash only, which is enough of one: it has 256 random bits. */
export function newToken(kind: TokenKind): { token: string; tokenHash: string } {
  const token = PREFIXES[kind] + randomBytes(32).toString("base64url");
  return { token, tokenHash: hash("sha256", token) };
}

/** The hash to look a token up by; undefined where the text is no token of that kind. */
export function tokenHashOf(kind: TokenKind, text: string): string | undefined {
  const isToken = text.startsWith(PREFIXES[kind]) && /^[\w-]{47}$/.test(text);
  return isToken ? hash("sha256", text) : undefined;
}
