import { isoOf } from "#contract/instants.ts";
import type { CurrentManager, Manager } from "#contract/manage/accounts.ts";
import type { Absence } from "#contract/manage/away.ts";
import type { SecondFactorDuty } from "#contract/manage/second-factor.ts";
import type { ListedAbsence } from "../storage/managers/absences.ts";
import type { ListedManager } from "../storage/managers/managers.ts";
import type { Storage } from "../storage/storage.ts";
import type { SignedInManager } from "./manager-sessions.ts";
import { owesSecondFactor } from "./second-factor-duty.ts";

type Installed = {
  storage: Pick<Storage, "identities" | "secondFactors">;
  openId: { issuer: string; name: string } | undefined;
  config: { isOpenIdOnly: boolean; secondFactorDuty: SecondFactorDuty };
};

/** The signed-in manager's view of the own account. */
export async function toMeView(
  { storage, openId, config }: Installed,
  { manager, ...signedIn }: Pick<SignedInManager, "manager" | "by" | "way" | "expiresAt">,
): Promise<CurrentManager> {
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

/** The accounts as administrators see them. `issuer` is the OpenID provider that accounts may be linked to. */
export async function listManagerViews(
  storage: Pick<Storage, "managers" | "identities">,
  issuer: string | undefined,
): Promise<Manager[]> {
  const linked = new Set(issuer === undefined ? [] : await storage.identities.listLinked(issuer));
  const absences = await storage.managers.listAbsences();
  return (await storage.managers.list()).map((manager) => {
    const absence = absences.find(({ managerId }) => managerId === manager.managerId);
    return toManagerView(manager, { isLinked: linked.has(manager.managerId), absence });
  });
}

type Known = { isLinked: boolean; absence: ListedAbsence | undefined };

function toManagerView(manager: ListedManager, { isLinked, absence }: Known): Manager {
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
    away: absence ? toAbsenceView(absence) : null,
    createdAt: isoOf(createdAt),
    lastUsedAt: isoOf(lastUsedAt),
  };
}

export function toAbsenceView({ handTo, handToName, until, clients }: ListedAbsence): Absence {
  return { handTo: handTo === null ? null : { managerId: handTo, name: handToName ?? "" }, until, clients };
}

/** An account counts as invited until its owner has set a password or linked an OpenID identity. */
function stateOf({ revokedAt, passwordHash }: ListedManager, isLinked: boolean): Manager["state"] {
  if (revokedAt !== null) return "revoked";
  return passwordHash === null && !isLinked ? "invited" : "active";
}
