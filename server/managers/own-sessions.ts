import { hash } from "node:crypto";
import { isoOf } from "#contract/instants.ts";
import type { ListedSession } from "#contract/manage/sessions.ts";
import type { ListedManagerSession } from "../storage/managers/manager-sessions.ts";
import type { Storage } from "../storage/storage.ts";
import { type Actor, eventOf } from "./actor.ts";
import { isAlive, type SignedInManager } from "./manager-sessions.ts";

/** 80 bits, of which nobody makes two the same. */
const ID_LENGTH = 20;

type Owner = Pick<SignedInManager, "manager" | "tokenHash">;

/** One's own sessions that still let in: this one first, then the newest. */
export async function listOwnSessions(
  storage: Pick<Storage, "managerSessions">,
  owner: Owner,
  now: number,
): Promise<ListedSession[]> {
  const sessions = await liveSessions(storage, owner, now);
  const views = sessions.map((session) => toOwnSessionView(session, session.tokenHash === owner.tokenHash));
  return views.sort((one, other) => Number(other.isThis) - Number(one.isThis));
}

/** False where the owner has no such session. */
export async function endOwnSession(
  storage: Pick<Storage, "managerSessions">,
  { owner, sessionId }: { owner: Owner; sessionId: string },
  actor: Actor,
): Promise<boolean> {
  const sessions = await liveSessions(storage, owner, actor.at);
  const session = sessions.find(({ tokenHash }) => sessionIdOf(tokenHash) === sessionId);
  if (!session) return false;
  await storage.managerSessions.end(session.tokenHash, [
    eventOf(actor, "manager.sessions-ended", { detail: "one of one's own" }),
  ]);
  return true;
}

/** Gives the browser of a session the owner's own name, or takes it away. False where the owner has no such session. */
export async function nameOwnSession(
  storage: Pick<Storage, "managerSessions">,
  { owner, sessionId, label }: { owner: Owner; sessionId: string; label: string | null },
  actor: Actor,
): Promise<boolean> {
  const sessions = await liveSessions(storage, owner, actor.at);
  const session = sessions.find(({ tokenHash }) => sessionIdOf(tokenHash) === sessionId);
  // one of an earlier release has no browser, and is over within a day
  if (!session || session.browserHash === null) return false;
  const { managerId, browserHash } = session;
  return storage.managerSessions.nameBrowser({ managerId, browserHash, label }, [
    eventOf(actor, "manager.device-named"),
  ]);
}

/** Says how many there were. */
export function endOtherSessions(
  storage: Pick<Storage, "managerSessions">,
  owner: Owner,
  actor: Actor,
): Promise<number> {
  const { managerId } = owner.manager;
  return storage.managerSessions.endOf({ managerId, keptToken: owner.tokenHash }, [
    eventOf(actor, "manager.sessions-ended", { detail: "one's others" }),
  ]);
}

async function liveSessions(
  storage: Pick<Storage, "managerSessions">,
  { manager }: Owner,
  now: number,
): Promise<ListedManagerSession[]> {
  const sessions = await storage.managerSessions.list(manager.managerId);
  return sessions.filter((session) => isAlive(session, now));
}

function toOwnSessionView(session: ListedManagerSession, isThis: boolean): ListedSession {
  const { tokenHash, way, createdAt, lastUsedAt, address, device, label } = session;
  return {
    sessionId: sessionIdOf(tokenHash),
    isThis,
    way,
    begunAt: isoOf(createdAt),
    lastUsedAt: isoOf(lastUsedAt),
    address,
    device,
    label,
  };
}

/** What is stored of the token names the session too, and from its hash nobody gets back to either. */
function sessionIdOf(tokenHash: string): string {
  return `se_${hash("sha256", tokenHash).slice(0, ID_LENGTH)}`;
}
