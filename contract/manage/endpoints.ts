import type { Endpoint } from "../endpoints.ts";

/** The calls of the account manager's side (product §3); the console makes no others. */
export const manageEndpoints = {
  signIn: {
    method: "POST",
    path: "/v1/manage/auth/sign-in",
    caller: "nobody",
    summary: "Sign in to the console",
  },
  // a dead session is answered like a live one, so the route itself asks for none
  signOut: {
    method: "POST",
    path: "/v1/manage/auth/sign-out",
    caller: "nobody",
    summary: "End the console's session",
  },
  useLink: {
    method: "POST",
    path: "/v1/manage/auth/link",
    caller: "nobody",
    summary: "Set a password by a one-time link, and sign in",
  },
  me: { method: "GET", path: "/v1/manage/me", caller: "manager", summary: "Who is signed in" },
  changePassword: {
    method: "PUT",
    path: "/v1/manage/me/password",
    caller: "manager",
    summary: "Change one's own password; other sessions end",
  },
  listApiTokens: {
    method: "GET",
    path: "/v1/manage/me/tokens",
    caller: "manager",
    summary: "One's own API tokens",
  },
  addApiToken: {
    method: "POST",
    path: "/v1/manage/me/tokens",
    caller: "manager",
    summary: "Make an API token, shown this once",
  },
  revokeApiToken: {
    method: "DELETE",
    path: "/v1/manage/me/tokens/:tokenId",
    caller: "manager",
    summary: "Revoke an API token of one's own",
  },
  listManagers: {
    method: "GET",
    path: "/v1/manage/managers",
    caller: "administrator",
    summary: "All account managers",
  },
  addManager: {
    method: "POST",
    path: "/v1/manage/managers",
    caller: "administrator",
    summary: "Add an account manager; answers with the one-time link",
  },
  changeManager: {
    method: "PUT",
    path: "/v1/manage/managers/:managerId",
    caller: "administrator",
    summary: "Change an account manager's name and role",
  },
  makePasswordLink: {
    method: "POST",
    path: "/v1/manage/managers/:managerId/link",
    caller: "administrator",
    summary: "Make a one-time link to set a password; an earlier one ends",
  },
  revokeManager: {
    method: "POST",
    path: "/v1/manage/managers/:managerId/revoke",
    caller: "administrator",
    summary: "End an account, with its sessions and tokens",
  },
  reviveManager: {
    method: "POST",
    path: "/v1/manage/managers/:managerId/revive",
    caller: "administrator",
    summary: "Let a revoked account sign in again",
  },
  listClients: {
    method: "GET",
    path: "/v1/manage/clients",
    caller: "manager",
    summary: "Search, filter and sort one's clients",
  },
  addClient: {
    method: "POST",
    path: "/v1/manage/clients",
    caller: "manager",
    summary: "Add a client; answers with the first access key",
  },
  previewImport: {
    method: "POST",
    path: "/v1/manage/clients/import/preview",
    caller: "manager",
    summary: "What a table of clients would add, and what is wrong in it",
  },
  importClients: {
    method: "POST",
    path: "/v1/manage/clients/import",
    caller: "manager",
    summary: "Add all clients of a table, or none; answers with their access keys",
  },
  findClient: {
    method: "GET",
    path: "/v1/manage/clients/:clientId",
    caller: "manager",
    summary: "One client, with access keys",
  },
  changeClient: {
    method: "PUT",
    path: "/v1/manage/clients/:clientId",
    caller: "manager",
    summary: "Change a client's name, e-mail address or account manager",
  },
  readRecord: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/record",
    caller: "manager",
    summary: "All that a client has answered, with what became of each take",
  },
  hearTake: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/takes/:takeId/audio",
    caller: "manager",
    summary: "Hear a client's take",
  },
  issueKey: {
    method: "POST",
    path: "/v1/manage/clients/:clientId/keys",
    caller: "manager",
    summary: "Issue a further access key, shown this once",
  },
  revokeKey: {
    method: "DELETE",
    path: "/v1/manage/clients/:clientId/keys/:keyId",
    caller: "manager",
    summary: "Revoke an access key; its sessions end",
  },
} as const satisfies { [name: string]: Endpoint };
