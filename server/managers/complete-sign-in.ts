import { isoOf } from "#contract/instants.ts";
import { SECOND_STEP_MINUTES, SESSIONS_PER_MANAGER_MAX } from "#contract/manage/limits.ts";
import type { SecondStep } from "#contract/manage/second-factor.ts";
import { CatalogueError } from "../http/errors.ts";
import type { StoredManager } from "../storage/managers/managers.ts";
import type { Storage } from "../storage/storage.ts";
import { eventOf } from "./actor.ts";
import { codeRefusal, codeTry } from "./code-try.ts";
import { type Arrival, newSession, openManagerSession } from "./manager-sessions.ts";
import { newToken, tokenHashOf } from "./tokens.ts";

/** A session that has begun; the token is in here and nowhere else. */
export type Entry = { manager: StoredManager; token: string; expiresAt: number };

/** `passwordHash`: of the password that a link sets. */
export type Entrance = { way: "password" } | { way: "link"; passwordHash: string };

/** Somebody has the right password or link: they are in, or a code is still asked for and there is no session. */
export async function enter(
  storage: Pick<Storage, "managerSessions" | "secondFactors">,
  manager: StoredManager,
  arrival: Arrival & Entrance,
): Promise<Entry | SecondStep> {
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

/** Finishes a sign-in by a code, or says why not. */
export async function passSecondStep(
  storage: Pick<Storage, "secondFactors">,
  { stepToken, code }: { stepToken: string; code: string },
  { browser, ...actor }: Arrival,
): Promise<Entry | CatalogueError> {
  const tokenHash = tokenHashOf("step", stepToken);
  if (!tokenHash) return new CatalogueError("SECOND_STEP_OVER");
  const { token, session } = newSession({ ...actor, ...(browser && { browser }) });
  const attempt = codeTry(code, actor);
  const max = SESSIONS_PER_MANAGER_MAX;
  const outcome = await storage.secondFactors.passStep({ tokenHash, attempt, session, max });
  if (outcome.kind === "over") return new CatalogueError("SECOND_STEP_OVER");
  if (outcome.kind !== "entered") return codeRefusal(outcome, actor.at);
  return { manager: outcome.manager, token, expiresAt: session.expiresAt };
}
