import type { TokenScope } from "#contract/api/scopes.ts";
import { HOUR_MS } from "#contract/instants.ts";
import {
  MANAGER_SESSION_ABSOLUTE_HOURS,
  MANAGER_SESSION_IDLE_HOURS,
  SESSIONS_PER_MANAGER_MAX,
} from "#contract/manage/limits.ts";
import type { SignInWay } from "#contract/manage/sessions.ts";
import { CatalogError } from "../http/errors.ts";
import type { ManagerSession } from "../storage/managers/manager-sessions.ts";
import type { StoredManager } from "../storage/managers/managers.ts";
import type { Storage } from "../storage/storage.ts";
import { type Actor, eventOf } from "./actor.ts";
import { grantedScopes } from "./api-tokens.ts";
import type { BrowserIdentity } from "./console-cookie.ts";
import { newToken, tokenHashOf } from "./tokens.ts";

const IDLE_MS = MANAGER_SESSION_IDLE_HOURS * HOUR_MS;
const ABSOLUTE_MS = MANAGER_SESSION_ABSOLUTE_HOURS * HOUR_MS;
/** Use is recorded at most this often, so that most reads cause no write. */
const TOUCH_EVERY_MS = 60_000;

const BEARER = /^Bearer (fhm_[\w-]{43})$/i;

/** The manager who makes a call, with the credential used. */
export type SignedInManager = {
  manager: StoredManager;
  /** A token may do less: it can neither change how its owner signs in nor make tokens. */
  by: "session" | "token";
  /** The scopes of a token; undefined for a session, which may do whatever its manager may. */
  scopes?: readonly TokenScope[];
  /** How the session was begun; undefined for a token. */
  way?: SignInWay;
  tokenHash: string;
  /** These two are set for a session; undefined for a token. */
  begunAt?: number;
  device?: string | null;
  /** Epoch milliseconds; null for tokens without an expiry, which earlier releases made. */
  expiresAt: number | null;
  /** Set if this use has to be recorded. */
  noteUse?: (at: number) => Promise<void>;
};

type Credentials = { cookie: string | undefined; authorization: string | undefined; now: number };

/** A sign-in with its place and device; `device` is in our own words, or null. */
export type SignInActor = Actor & { device: string | null; browser?: BrowserIdentity };

/**
 * Opens a session for a manager who needs no further proof; its token appears only in the result. Throws if the account
 * has changed since `manager` was read.
 */
export async function openManagerSession(
  storage: Pick<Storage, "managerSessions">,
  { managerId }: StoredManager,
  { way, browser, ...actor }: SignInActor & { way: SignInWay },
) {
  const { token, session } = newSession({ ...actor, ...(browser && { browser }) });
  const event = eventOf({ ...actor, actor: managerId }, "manager.signed-in", { detail: way });
  const opened = { ...session, managerId, way };
  if (!(await storage.managerSessions.open(opened, SESSIONS_PER_MANAGER_MAX, [event])))
    throw new CatalogError("SECOND_STEP_OVER");
  return { token, expiresAt: session.expiresAt };
}

/** A session ready to be stored, and its token. */
export function newSession({ at, address, device, browser }: Omit<SignInActor, "actor">) {
  const { token, tokenHash } = newToken("session");
  const lives = { createdAt: at, lastUsedAt: at, expiresAt: at + ABSOLUTE_MS };
  const browserHash = browser?.tokenHash ?? null;
  return { token, session: { tokenHash, ...lives, address: address ?? null, device, browserHash } };
}

/** Ends the session of a cookie, if it exists. */
export async function endManagerSession(
  storage: Pick<Storage, "managerSessions">,
  cookie: string | undefined,
  actor: Actor,
) {
  const tokenHash = cookie && tokenHashOf("session", cookie);
  const found = tokenHash && (await storage.managerSessions.find(tokenHash));
  if (!found) return;
  const { tokenHash: endedHash, device } = found.credential;
  const event = eventOf({ ...actor, actor: found.manager.managerId, device }, "manager.signed-out");
  await storage.managerSessions.end(endedHash, [event]);
}

/** The manager behind the API token if one is sent, else behind the session cookie; undefined if neither is valid. */
export function findSignedIn(
  storage: Pick<Storage, "apiTokens" | "managerSessions">,
  credentials: Credentials,
) {
  const { cookie, authorization, now } = credentials;
  return authorization === undefined
    ? findBySession(storage, cookie ?? "", now)
    : findByToken(storage, BEARER.exec(authorization)?.[1] ?? "", now);
}

async function findBySession(
  storage: Pick<Storage, "managerSessions">,
  cookie: string,
  now: number,
): Promise<SignedInManager | undefined> {
  const tokenHash = tokenHashOf("session", cookie);
  const found = tokenHash && (await storage.managerSessions.find(tokenHash));
  if (!found) return undefined;
  const { credential, manager } = found;
  const { createdAt: begunAt, lastUsedAt, expiresAt, way, device } = credential;
  if (manager.revokedAt !== null || !isAlive(credential, now)) return undefined;
  return {
    manager,
    by: "session",
    way,
    tokenHash: credential.tokenHash,
    begunAt,
    device,
    expiresAt,
    ...(lastUsedAt + TOUCH_EVERY_MS <= now && {
      noteUse: (at: number) => storage.managerSessions.touch(credential, at),
    }),
  };
}

/** False if a session has been idle too long or has reached its maximum age. */
export function isAlive({ lastUsedAt, expiresAt }: ManagerSession, now: number): boolean {
  return expiresAt > now && lastUsedAt + IDLE_MS > now;
}

async function findByToken(
  storage: Pick<Storage, "apiTokens">,
  token: string,
  now: number,
): Promise<SignedInManager | undefined> {
  const tokenHash = tokenHashOf("api", token);
  const found = tokenHash && (await storage.apiTokens.find(tokenHash));
  if (!found) return undefined;
  const { credential, manager } = found;
  const { lastUsedAt, expiresAt } = credential;
  if (manager.revokedAt !== null || (expiresAt !== null && expiresAt <= now)) return undefined;
  return {
    manager,
    by: "token",
    scopes: grantedScopes(credential),
    tokenHash: credential.tokenHash,
    expiresAt,
    ...((lastUsedAt ?? 0) + TOUCH_EVERY_MS <= now && {
      noteUse: (at: number) => storage.apiTokens.touch(credential, at),
    }),
  };
}

export function dropDeadCredentials(storage: Pick<Storage, "managerSessions">, now: number): Promise<void> {
  return storage.managerSessions.dropDead(now, IDLE_MS);
}
