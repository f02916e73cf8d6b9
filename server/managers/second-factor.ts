import type { BegunSecondFactor } from "#contract/manage/second-factor.ts";
import { CatalogueError } from "../http/errors.ts";
import type { CodeVerdict } from "../storage/managers/consume-code.ts";
import type { Storage } from "../storage/storage.ts";
import { type Actor, eventOf } from "./actor.ts";
import { authenticatorAddress, newAuthenticatorSecret } from "./authenticator.ts";
import { codeRefusal, codeTry } from "./code-try.ts";
import type { SignedInManager } from "./manager-sessions.ts";
import type { PasswordHasher } from "./passwords.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";

/** Its owner, in a session that stays when others end. */
type Owner = Pick<SignedInManager, "manager" | "tokenHash">;
type Proof = { password: string; code: string };
type Changing = { storage: Pick<Storage, "secondFactors">; passwords: PasswordHasher; actor: Actor };

/** A secret in place of an earlier one; nothing asks for its codes before one of them has confirmed it. */
export async function beginSecondFactor(
  changing: Changing & { providerName: string },
  { manager }: Owner,
  password: string,
): Promise<BegunSecondFactor> {
  await demandPassword(changing, manager.passwordHash, password);
  const secret = newAuthenticatorSecret();
  if (!(await changing.storage.secondFactors.begin(manager.managerId, secret)))
    throw new CatalogueError("SECOND_FACTOR_CHANGED");
  const shown = { issuer: changing.providerName, account: manager.email };
  return { secret, address: authenticatorAddress(secret, shown) };
}

/** Turns the factor on; the recovery codes are in the result and nowhere else. */
export async function confirmSecondFactor(
  { storage, actor }: Omit<Changing, "passwords">,
  owner: Owner,
  code: string,
): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes();
  demandRight(await storage.secondFactors.confirm(factorTry(owner, code, actor), hashes), actor.at);
  return codes;
}

export async function turnOffSecondFactor(changing: Changing, owner: Owner, proof: Proof): Promise<void> {
  const { storage, actor } = changing;
  await demandPassword(changing, owner.manager.passwordHash, proof.password);
  demandRight(await storage.secondFactors.turnOff(factorTry(owner, proof.code, actor)), actor.at);
}

/** Ten new ones in place of those that are left. */
export async function renewRecoveryCodes(changing: Changing, owner: Owner, proof: Proof): Promise<string[]> {
  const { storage, actor } = changing;
  await demandPassword(changing, owner.manager.passwordHash, proof.password);
  const { codes, hashes } = newRecoveryCodes();
  demandRight(
    await storage.secondFactors.renewRecoveryCodes(factorTry(owner, proof.code, actor), hashes),
    actor.at,
  );
  return codes;
}

/** By an administrator or a command, for somebody who has lost the phone; false where no factor is on. */
export function removeSecondFactor(
  storage: Pick<Storage, "secondFactors">,
  managerId: string,
  actor: Actor,
): Promise<boolean> {
  const event = eventOf(actor, "manager.second-factor-removed", { detail: managerId });
  return storage.secondFactors.remove(managerId, [event]);
}

/** An open tab is not enough to change how one signs in (ASVS 7.5.1). */
async function demandPassword({ passwords }: Changing, stored: string | null, password: string) {
  if (!(await passwords.verify(password, stored))) throw new CatalogueError("WRONG_PASSWORD");
}

function factorTry({ manager, tokenHash }: Owner, code: string, actor: Actor) {
  return { ...codeTry(code, actor), managerId: manager.managerId, keptToken: tokenHash };
}

function demandRight(verdict: CodeVerdict, now: number): void {
  if (verdict.kind === "none") throw new CatalogueError("SECOND_FACTOR_CHANGED");
  if (verdict.kind !== "right") throw codeRefusal(verdict, now);
}
