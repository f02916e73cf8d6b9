import type { SecondFactorDuty } from "#contract/manage/second-factor.ts";
import type { SignedInManager } from "./manager-sessions.ts";

/**
 * Whether the manager has to set up a second factor before doing anything else. For a sign-in by OpenID Connect, the
 * provider decides what to ask for; API tokens have no second factor.
 */
export function owesSecondFactor(
  { by, way, manager }: Pick<SignedInManager, "by" | "way" | "manager">,
  duty: SecondFactorDuty,
): boolean {
  if (by === "token" || way === "openid" || manager.secondFactorAt !== null) return false;
  return duty === "everyone" || (duty === "administrators" && manager.role === "administrator");
}
