import { hash } from "node:crypto";
import { isoOf } from "#contract/instants.ts";
import type { ListedSession } from "#contract/manage/sessions.ts";
import type { ListedManagerSession } from "../storage/managers/manager-sessions.ts";
import type { Storage } from "../storage/storage.ts";
import { type Actor, eventOf } from "./actor.ts";
import { isAlive, type SignedInManager } from "./manager-sessions.ts";

/** 80 bits of the hash, enough to be unique. */
const ID_LENGTH = 20;

type SessionOwner = Pick<SignedInManager, "manager" | "tokenHash">;

/** The manager's own valid sessions: the current one first, then the newest. */
export async function listOwnSessions(
  storage: Pick<Storage, "managerSessions">,
  owner: SessionOwner,
  now: number,
): Promise<ListedSession[]> {
  const sessions = await liveSessions(storage, owner, now);
  const views = sessions.map((session) => toOwnSessionView(session, session.tokenHash === owner.tokenHash));
  return views.sort((one, other) => Number(other.isThis) - Number(one.isThis));
}

/** False if the owner has no such session. */
export async function endOwnSession(
  storage: Pick<Storage, "managerSessions">,
  { owner, sessionId }: { owner: SessionOwner; sessionId: string },
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

/** Sets or removes the owner's own name for the browser of a session. False if the owner has no such session. */
export async function nameOwnSession(
  storage: Pick<Storage, "managerSessions">,
  { owner, sessionId, label }: { owner: SessionOwner; sessionId: string; label: string | null },
  actor: Actor,
): Promise<boolean> {
  const sessions = await liveSessions(storage, owner, actor.at);
  const session = sessions.find(({ tokenHash }) => sessionIdOf(tokenHash) === sessionId);
  // a session from an earlier release has no browser, and expires within a day
  if (!session || session.browserHash === null) return false;
  const { managerId, browserHash } = session;
  return storage.managerSessions.nameBrowser({ managerId, browserHash, label }, [
    eventOf(actor, "manager.device-named"),
  ]);
}

/** Returns the number of sessions ended. */
export function endOtherSessions(
  storage: Pick<Storage, "managerSessions">,
  owner: SessionOwner,
  actor: Actor,
): Promise<number> {
  const { managerId } = owner.manager;
  return storage.managerSessions.endOf({ managerId, keptToken: owner.tokenHash }, [
    eventOf(actor, "manager.sessions-ended", { detail: "one's others" }),
  ]);
}

async function liveSessions(
  storage: Pick<Storage, "managerSessions">,
  { manager }: SessionOwner,
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

/** The session's id is derived from the token's hash, and neither can be recovered from it. */
function sessionIdOf(tokenHash: string): string {
  return `se_${hash("sha256", tokenHash).slice(0, ID_LENGTH)}`;
}
