/** What an API token may be good for (product §9). A call without a scope is for people, or open to every token. */
export const scopes = {
  "clients:read": "See clients, and how far they are",
  "clients:write": "Add, change, remind and erase clients, and write notes",
  "answers:read": "Read and hear what clients have answered, as pages and files too",
  "answers:write": "Ask follow-ups, approve answers, bring earlier revisions back",
  "keys:write": "Issue and revoke access keys and PINs, and end clients' sessions",
  "interviews:write": "Change and publish interviews",
} as const;
export type Scope = keyof typeof scopes;
