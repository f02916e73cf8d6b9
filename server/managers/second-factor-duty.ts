import type { SecondFactorDuty } from "#contract/manage/second-factor.ts";
import type { SignedInManager } from "./manager-sessions.ts";

/**
 * Whether somebody has to set up a second factor before anything else. Where they came in by OpenID Connect, the
 * provider asks for what it thinks right, and a program has none.
 */
export function owesSecondFactor(
  { by, way, manager }: Pick<SignedInManager, "by" | "way" | "manager">,
  duty: SecondFactorDuty,
): boolean {
  if (by === "token" || way === "openid" || manager.secondFactorAt !== null) return false;
  return duty === "everyone" || (duty === "administrators" && manager.role === "administrator");
}
