import {
  MANAGER_SESSION_ABSOLUTE_HOURS,
  MANAGER_SESSION_IDLE_HOURS,
  SESSIONS_PER_MANAGER_MAX,
} from "#contract/manage/limits.ts";
import type { StoredManager } from "../storage/managers.ts";
import type { Storage } from "../storage/storage.ts";
import { type Actor, eventOf } from "./actor.ts";
import { newToken, tokenHashOf } from "./tokens.ts";

const HOUR_MS = 3_600_000;
const IDLE_MS = MANAGER_SESSION_IDLE_HOURS * HOUR_MS;
const ABSOLUTE_MS = MANAGER_SESSION_ABSOLUTE_HOURS * HOUR_MS;
/** Use is noted at most this often, so that reading costs no write. */
const TOUCH_EVERY_MS = 60_000;

const BEARER = /^Bearer (fhm_[\w-]{43})$/i;

/** Whoever makes a call of the manager's side. */
export type SignedInManager = {
  manager: StoredManager;
  /** A token may do less: it neither sets a password nor makes tokens. */
  by: "session" | "token";
  tokenHash: string;
  /** Epoch milliseconds; null for a token without an end. */
  expiresAt: number | null;
  /** Set where its use has to be noted. */
  noteUse?: (at: number) => Promise<void>;
};

/** As the audit trail calls it. */
export type SignInWay = "password" | "link" | "openid";

type Credentials = { cookie: string | undefined; authorization: string | undefined; now: number };

/** A new session; the token is in the result and nowhere else. */
export async function openManagerSession(
  storage: Storage,
  { managerId }: StoredManager,
  { way, ...actor }: Actor & { way: SignInWay },
) {
  const { token, tokenHash } = newToken("session");
  const { at } = actor;
  const expiresAt = at + ABSOLUTE_MS;
  const session = { tokenHash, managerId, createdAt: at, lastUsedAt: at, expiresAt };
  await storage.openManagerSession(session, SESSIONS_PER_MANAGER_MAX, [
    eventOf({ ...actor, actor: managerId }, "manager.signed-in", { detail: way }),
  ]);
  return { token, expiresAt };
}

/** Ends the session of a cookie; a dead one is as good as ended. */
export async function endManagerSession(storage: Storage, cookie: string | undefined, actor: Actor) {
  const tokenHash = cookie && tokenHashOf("session", cookie);
  const found = tokenHash && (await storage.findManagerSession(tokenHash));
  if (!found) return;
  const { managerId } = found.manager;
  await storage.endManagerSession(found.credential.tokenHash, [
    eventOf({ ...actor, actor: managerId }, "manager.signed-out"),
  ]);
}

/** A program's token, where one is sent, else the cookie's session; undefined where neither is alive. */
export function findSignedIn(storage: Storage, credentials: Credentials) {
  const { cookie, authorization, now } = credentials;
  return authorization === undefined
    ? findBySession(storage, cookie ?? "", now)
    : findByToken(storage, BEARER.exec(authorization)?.[1] ?? "", now);
}

async function findBySession(
  storage: Storage,
  cookie: string,
  now: number,
): Promise<SignedInManager | undefined> {
  const tokenHash = tokenHashOf("session", cookie);
  const found = tokenHash && (await storage.findManagerSession(tokenHash));
  if (!found) return undefined;
  const { credential, manager } = found;
  const { lastUsedAt, expiresAt } = credential;
  if (manager.revokedAt !== null || expiresAt <= now || lastUsedAt + IDLE_MS <= now) return undefined;
  return {
    manager,
    by: "session",
    tokenHash: credential.tokenHash,
    expiresAt,
    ...(lastUsedAt + TOUCH_EVERY_MS <= now && {
      noteUse: (at: number) => storage.touchManagerSession(credential, at),
    }),
  };
}

async function findByToken(
  storage: Storage,
  token: string,
  now: number,
): Promise<SignedInManager | undefined> {
  const tokenHash = tokenHashOf("api", token);
  const found = tokenHash && (await storage.findApiToken(tokenHash));
  if (!found) return undefined;
  const { credential, manager } = found;
  const { lastUsedAt, expiresAt } = credential;
  if (manager.revokedAt !== null || (expiresAt !== null && expiresAt <= now)) return undefined;
  return {
    manager,
    by: "token",
    tokenHash: credential.tokenHash,
    expiresAt,
    ...((lastUsedAt ?? 0) + TOUCH_EVERY_MS <= now && {
      noteUse: (at: number) => storage.touchApiToken(credential, at),
    }),
  };
}

export function dropDeadCredentials(storage: Storage, now: number): Promise<void> {
  return storage.dropDeadCredentials(now, IDLE_MS);
}
