import { isoOf } from "#contract/instants.ts";
import { SECOND_STEP_MINUTES, SESSIONS_PER_MANAGER_MAX } from "#contract/manage/limits.ts";
import type { SecondStep } from "#contract/manage/second-factor.ts";
import { CatalogError } from "../http/errors.ts";
import type { StoredManager } from "../storage/managers/managers.ts";
import type { Storage } from "../storage/storage.ts";
import { eventOf } from "./actor.ts";
import { codeRefusal, codeTry } from "./code-try.ts";
import { newSession, openManagerSession, type SignInActor } from "./manager-sessions.ts";
import { newToken, tokenHashOf } from "./tokens.ts";

/** A new session; its token appears only here. */
export type NewManagerSession = { manager: StoredManager; token: string; expiresAt: number };

/** `passwordHash`: the hash of the password that the link sets. */
export type SignInCredential = { way: "password" } | { way: "link"; passwordHash: string };

/** Continues after the right password or link: opens a session, or returns a step token if a code is still needed. */
export async function continueSignIn(
  storage: Pick<Storage, "managerSessions" | "secondFactors">,
  manager: StoredManager,
  arrival: SignInActor & SignInCredential,
): Promise<NewManagerSession | SecondStep> {
  if (manager.secondFactorAt === null)
    return { manager, ...(await openManagerSession(storage, manager, arrival)) };
  const { managerId } = manager;
  const { at, requestId, address, way } = arrival;
  const actor = { at, ...(requestId && { requestId }), ...(address && { address }) };
  const passwordHash = way === "link" ? arrival.passwordHash : null;
  const { token, tokenHash } = newToken("step");
  const expiresAt = actor.at + SECOND_STEP_MINUTES * 60_000;
  await storage.secondFactors.beginStep({ tokenHash, managerId, way, expiresAt, passwordHash }, [
    eventOf({ ...actor, actor: "nobody" }, "manager.code-asked", { detail: `${way} ${managerId}` }),
  ]);
  return { stepToken: token, expiresAt: isoOf(expiresAt) };
}

/** Completes a sign-in with a code, or returns the reason for refusing it. */
export async function passSecondStep(
  storage: Pick<Storage, "secondFactors">,
  { stepToken, code }: { stepToken: string; code: string },
  { browser, ...actor }: SignInActor,
): Promise<NewManagerSession | CatalogError> {
  const tokenHash = tokenHashOf("step", stepToken);
  if (!tokenHash) return new CatalogError("SECOND_STEP_OVER");
  const { token, session } = newSession({ ...actor, ...(browser && { browser }) });
  const attempt = codeTry(code, actor);
  const max = SESSIONS_PER_MANAGER_MAX;
  const outcome = await storage.secondFactors.passStep({ tokenHash, attempt, session, max });
  if (outcome.kind === "over") return new CatalogError("SECOND_STEP_OVER");
  if (outcome.kind !== "entered") return codeRefusal(outcome, actor.at);
  return { manager: outcome.manager, token, expiresAt: session.expiresAt };
}
