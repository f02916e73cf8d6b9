import type { SecondFactorSecret } from "#contract/manage/second-factor.ts";
import { CatalogError } from "../http/errors.ts";
import type { CodeVerdict } from "../storage/managers/consume-code.ts";
import type { Storage } from "../storage/storage.ts";
import { type Actor, eventOf } from "./actor.ts";
import { authenticatorAddress, newAuthenticatorSecret } from "./authenticator.ts";
import { codeRefusal, codeTry } from "./code-try.ts";
import type { SignedInManager } from "./manager-sessions.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";

/** The factor's owner, in the session that stays when others end. */
type FactorOwner = Pick<SignedInManager, "manager" | "tokenHash">;
type FactorContext = { storage: Pick<Storage, "secondFactors">; actor: Actor };

/** Stores a new secret in place of an earlier one; it is not in use until one of its codes has confirmed it. */
export async function beginSecondFactor(
  context: FactorContext & { providerName: string },
  { manager }: FactorOwner,
): Promise<SecondFactorSecret> {
  const secret = newAuthenticatorSecret();
  if (!(await context.storage.secondFactors.begin(manager.managerId, secret)))
    throw new CatalogError("SECOND_FACTOR_CHANGED");
  const shown = { issuer: context.providerName, account: manager.email };
  return { secret, address: authenticatorAddress(secret, shown) };
}

/** Turns the second factor on; the recovery codes appear only in the result. */
export async function confirmSecondFactor(
  { storage, actor }: FactorContext,
  owner: FactorOwner,
  code: string,
): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes();
  demandRight(await storage.secondFactors.confirm(factorTry(owner, code, actor), hashes), actor.at);
  return codes;
}

export async function turnOffSecondFactor(
  { storage, actor }: FactorContext,
  owner: FactorOwner,
  code: string,
): Promise<void> {
  demandRight(await storage.secondFactors.turnOff(factorTry(owner, code, actor)), actor.at);
}

/** Replaces the remaining recovery codes with ten new ones. */
export async function renewRecoveryCodes(
  { storage, actor }: FactorContext,
  owner: FactorOwner,
  code: string,
): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes();
  demandRight(
    await storage.secondFactors.renewRecoveryCodes(factorTry(owner, code, actor), hashes),
    actor.at,
  );
  return codes;
}

/** For an administrator or the operator, if a manager has lost the phone. False if no second factor is on. */
export function removeSecondFactor(
  storage: Pick<Storage, "secondFactors">,
  managerId: string,
  actor: Actor,
): Promise<boolean> {
  const event = eventOf(actor, "manager.second-factor-removed", { detail: managerId });
  return storage.secondFactors.remove(managerId, [event]);
}

/** Asks for a code, and uses it up, before an action that does not change the second factor. */
export async function demandCode(
  storage: Pick<Storage, "secondFactors">,
  { managerId, code }: { managerId: string; code: string },
  actor: Actor,
): Promise<void> {
  demandRight(await storage.secondFactors.spendCode({ ...codeTry(code, actor), managerId }), actor.at);
}

function factorTry({ manager, tokenHash }: FactorOwner, code: string, actor: Actor) {
  return { ...codeTry(code, actor), managerId: manager.managerId, keptToken: tokenHash };
}

function demandRight(verdict: CodeVerdict, now: number): void {
  if (verdict.kind === "none") throw new CatalogError("SECOND_FACTOR_CHANGED");
  if (verdict.kind !== "right") throw codeRefusal(verdict, now);
}
