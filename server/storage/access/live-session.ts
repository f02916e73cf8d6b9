import { SESSION_IDLE_HOURS } from "#contract/limits.ts";
import { type Engine, prepare } from "../engine/engine.ts";
import { SessionEnded } from "../engine/faults.ts";
import type { Db } from "../engine/schema.ts";

/** Writes are accepted only while this session lives; undefined if the write needs no session. */
export type SessionCondition = { tokenHash?: string | undefined };

export const SESSION_IDLE_MS = SESSION_IDLE_HOURS * 3_600_000;

type Lifetime = { expiresAt: number; lastUsedAt: number };

/** Whether a stored session has neither expired nor been idle too long. */
export function isLiving({ expiresAt, lastUsedAt }: Lifetime, now: number): boolean {
  return expiresAt > now && lastUsedAt + SESSION_IDLE_MS > now;
}

/**
 * Part of each transaction that stores what a client sends: the session may have ended since its token was checked,
 * while the request was still being read. Throws SessionEnded.
 */
export function liveSessionCheck({ reader }: Engine) {
  const byToken = prepare<{ tokenHash: string }, { token_hash: string }>((param) =>
    reader.selectFrom("sessions").select("token_hash").where("token_hash", "=", param("tokenHash")),
  );
  return async (db: Db, { tokenHash }: SessionCondition): Promise<void> => {
    if (tokenHash === undefined) return;
    const [session] = await byToken(db, { tokenHash });
    if (!session) throw new SessionEnded("The session has ended");
  };
}
