import type { Manager } from "#contract/manage/accounts.ts";
import { isoOf } from "../instants.ts";
import type { ListedManager } from "../storage/managers.ts";

/** An account as administrators see it. */
export function toldManager(manager: ListedManager): Manager {
  const { managerId, name, email, role, clients, createdAt, lastUsedAt } = manager;
  return {
    managerId,
    name,
    email,
    role,
    state: stateOf(manager),
    clients,
    createdAt: isoOf(createdAt),
    lastUsedAt: isoOf(lastUsedAt),
  };
}

/** An account is invited until its owner has set a password. */
function stateOf({ revokedAt, passwordHash }: ListedManager): Manager["state"] {
  if (revokedAt !== null) return "revoked";
  return passwordHash === null ? "invited" : "active";
}
