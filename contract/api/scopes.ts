/** What an API token may do. The person who creates a token chooses its scopes from this list. */
export const scopes = {
  "clients:read": "See clients, and how far they are",
  "clients:write": "Change, remind and erase clients, and write notes; with `keys:write`, add clients",
  "answers:read": "Read and hear what clients have answered, as pages and files too",
  "answers:write": "Ask follow-ups, approve answers, bring earlier revisions back",
  "keys:write": "Issue and revoke access keys and PINs, and end clients' sessions",
  "interviews:write": "Change and publish interviews",
} as const;
export type TokenScope = keyof typeof scopes;
/** In the order in which they are shown and stored. */
export const scopeNames = Object.keys(scopes) as [TokenScope, ...TokenScope[]];

/**
 * What a call requires of an API token: a scope, all of several, or just a token (`any`). Without it, only people may
 * call it.
 */
export type ScopeRule = TokenScope | readonly [TokenScope, ...TokenScope[]] | "any";

export function neededScopes(rule: ScopeRule): readonly TokenScope[] {
  if (rule === "any") return [];
  return typeof rule === "string" ? [rule] : rule;
}
