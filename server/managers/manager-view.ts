import { isoOf } from "#contract/instants.ts";
import type { Manager, Me } from "#contract/manage/accounts.ts";
import type { SecondFactorDuty } from "#contract/manage/second-factor.ts";
import type { ListedManager } from "../storage/managers/managers.ts";
import type { Storage } from "../storage/storage.ts";
import type { SignedInManager } from "./manager-sessions.ts";
import { owesSecondFactor } from "./second-factor-duty.ts";

type Installed = {
  storage: Pick<Storage, "identities" | "secondFactors">;
  openId: { issuer: string; name: string } | undefined;
  config: { isOpenIdOnly: boolean; secondFactorDuty: SecondFactorDuty };
};

/** The signed-in manager, as they see themselves. */
export async function toMeView(
  { storage, openId, config }: Installed,
  { manager, ...signedIn }: Pick<SignedInManager, "manager" | "by" | "way" | "expiresAt">,
): Promise<Me> {
  const { managerId, name, email, role, passwordHash, secondFactorAt } = manager;
  return {
    managerId,
    name,
    email,
    role,
    expiresAt: isoOf(signedIn.expiresAt),
    openId: openId
      ? { name: openId.name, isLinked: await storage.identities.isLinked(managerId, openId.issuer) }
      : null,
    hasPassword: passwordHash !== null && !config.isOpenIdOnly,
    secondFactor: {
      onSince: isoOf(secondFactorAt),
      recoveryCodes: secondFactorAt === null ? 0 : await storage.secondFactors.countRecoveryCodes(managerId),
      isDue: owesSecondFactor({ ...signedIn, manager }, config.secondFactorDuty),
    },
  };
}

/** The accounts as administrators see them; an issuer is one that they may be linked to. */
export async function listManagerViews(
  storage: Pick<Storage, "managers" | "identities">,
  issuer: string | undefined,
): Promise<Manager[]> {
  const linked = new Set(issuer === undefined ? [] : await storage.identities.listLinked(issuer));
  return (await storage.managers.list()).map((manager) =>
    toManagerView(manager, linked.has(manager.managerId)),
  );
}

function toManagerView(manager: ListedManager, isLinked: boolean): Manager {
  const { managerId, name, email, role, secondFactorAt, clients, createdAt, lastUsedAt } = manager;
  return {
    managerId,
    name,
    email,
    role,
    state: stateOf(manager, isLinked),
    isLinked,
    hasSecondFactor: secondFactorAt !== null,
    clients,
    createdAt: isoOf(createdAt),
    lastUsedAt: isoOf(lastUsedAt),
  };
}

/** An account is invited until its owner has come in, by either way. */
function stateOf({ revokedAt, passwordHash }: ListedManager, isLinked: boolean): Manager["state"] {
  if (revokedAt !== null) return "revoked";
  return passwordHash === null && !isLinked ? "invited" : "active";
}
