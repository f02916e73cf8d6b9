import { hash, randomBytes } from "node:crypto";
import { HOUR_MS, isoOf } from "#contract/instants.ts";
import type { Language } from "#contract/languages.ts";
import { SESSION_ABSOLUTE_HOURS, SESSIONS_PER_KEY_MAX } from "#contract/limits.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import { deviceLabel } from "../managers/device-name.ts";
import type { StoredKey } from "../storage/access/access-keys.ts";
import { isLiving, SESSION_IDLE_MS } from "../storage/access/live-session.ts";
import type { PasskeyUse } from "../storage/access/passkeys.ts";
import type { FoundSession, Session, SessionChoice } from "../storage/access/sessions.ts";
import type { StorageEvent } from "../storage/audit/events.ts";
import type { Storage } from "../storage/storage.ts";

const ABSOLUTE_MS = SESSION_ABSOLUTE_HOURS * HOUR_MS;
/** Use is recorded at most this often, so that most reads cause no write. */
const TOUCH_EVERY_MS = 60_000;

const BEARER = /^Bearer (fhs_[A-Za-z0-9_-]{43})$/i;

type OpenSessionOptions = {
  key: StoredKey;
  now: number;
  requestId: string;
  language?: Language;
  timeZone?: string | undefined;
  /** The User-Agent header. */
  userAgent?: string | undefined;
  /** Hash of the browser's cookie; a sign-in link works only in this browser from now on. */
  browserHash?: string | undefined;
  passkeyUse?: PasskeyUse | undefined;
};

/**
 * Opens a session; its token appears only in the result. Undefined if the key was revoked meanwhile, "bound" if another
 * browser has used its link meanwhile.
 */
export async function openSession(
  storage: Pick<Storage, "sessions">,
  { key, now, requestId, language, timeZone, userAgent, browserHash, passkeyUse }: OpenSessionOptions,
) {
  const accessToken = `fhs_${randomBytes(32).toString("base64url")}`;
  const { keyId, clientId } = key;
  const isLink = isBoundToBrowser(key);
  if (isLink && browserHash === undefined) return "bound";
  const expiresAt = Math.min(now + ABSOLUTE_MS, key.sessionsUntil ?? key.expiresAt);
  const session = {
    tokenHash: hashToken(accessToken),
    sessionId: `se_${randomBytes(10).toString("hex")}`,
    keyId,
    clientId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
    device: deviceLabel(userAgent),
    ...(language && { language }),
    ...(timeZone !== undefined && { timeZone }),
    ...(key.kind === "helper" && { isHelpers: true }),
    ...(isLink && browserHash && { browserHash }),
    ...(passkeyUse && { passkeyUse }),
  };
  const client = await storage.sessions.open(session, SESSIONS_PER_KEY_MAX, [
    {
      at: now,
      kind: "session.opened",
      actor: clientId,
      clientId,
      keyId,
      requestId,
      detail: [session.sessionId, session.device].filter(Boolean).join(" "),
    },
  ]);
  return typeof client === "object" ? { accessToken, clientId, expiresAt, ...client } : client;
}

/** Whether a key works only in the first browser that uses it. */
export function isBoundToBrowser({ kind }: Pick<StoredKey, "kind">): boolean {
  return kind !== "lasting" && kind !== "passkey";
}

/** The live session of an Authorization header. */
export async function findSession(
  storage: Pick<Storage, "sessions">,
  header: string | undefined,
  now: number,
): Promise<FoundSession | undefined> {
  const token = BEARER.exec(header ?? "")?.[1];
  const session = token && (await storage.sessions.find(hashToken(token)));
  return session && isLiving(session, now) ? session : undefined;
}

export function isUseDue({ lastUsedAt }: Session, now: number): boolean {
  return lastUsedAt + TOUCH_EVERY_MS <= now;
}

export async function endSession(
  storage: Pick<Storage, "sessions">,
  session: Session,
  now: number,
  requestId: string,
): Promise<void> {
  const actor = { actor: session.clientId, at: now, requestId };
  await storage.sessions.end(session.tokenHash, [sessionEnded(actor, session)]);
}

/** A client's live sessions, across all keys, newest first. */
export function listSessions(
  storage: Pick<Storage, "sessions">,
  clientId: string,
  now: number,
): Promise<Session[]> {
  return storage.sessions.list(clientId, { now, idleMs: SESSION_IDLE_MS });
}

/** Ends a choice of a client's sessions in one step; returns their number. */
export function endSessionsOf(
  storage: Pick<Storage, "sessions">,
  { clientId, choice }: { clientId: string; choice: SessionChoice },
  actor: Actor,
): Promise<number> {
  return storage.sessions.endOf(clientId, choice, (session) => sessionEnded(actor, session));
}

function sessionEnded(actor: Actor, { clientId, keyId, sessionId }: Session): StorageEvent {
  return eventOf(actor, "session.ended", { clientId, keyId, detail: sessionId });
}

export function dropDeadSessions(storage: Pick<Storage, "sessions">, now: number): Promise<void> {
  return storage.sessions.dropDead(now, SESSION_IDLE_MS);
}

/** A plain hash is enough to look up a token, because it has 256 random bits. */
export function hashToken(token: string): string {
  return hash("sha256", token);
}

/** The facts about a session that may be shown; its token is not stored. */
export function toSessionView({ sessionId, device, createdAt, lastUsedAt }: Session) {
  return { sessionId, device, begunAt: isoOf(createdAt), lastUsedAt: isoOf(lastUsedAt) };
}
