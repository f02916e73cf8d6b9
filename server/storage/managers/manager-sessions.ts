import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { rowsOf, type StoredRow } from "../engine/columns.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { endSessionsOf } from "./end-sessions.ts";
import { managerOf, type StoredManager } from "./managers.ts";

/** `tokenHash`: SHA-256 of the token, hex. */
export type ManagerSession = StoredRow<"manager_sessions">;

/** `label`: the owner's own name for the browser. */
export type ListedManagerSession = ManagerSession & { label: string | null };

const { stored: sessionOf, row: sessionRow } = rowsOf("manager_sessions");

/** A credential, and the manager who signed in with it. */
export type SignedInBy<Credential> = { credential: Credential; manager: StoredManager };

/** Managers' sessions. A revoked account has none. */
export function managerSessionQueries(engine: Engine) {
  return {
    /**
     * Keeps the newest `max` sessions of the account. False if the account was revoked meanwhile, or now has a second
     * factor that this sign-in did not ask for.
     */
    open: (session: ManagerSession, max: number, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        const manager = await db
          .selectFrom("managers")
          .select(["revoked_at", "second_factor_at"])
          .where("manager_id", "=", session.managerId)
          .executeTakeFirst();
        const asksForMore = session.way !== "openid" && manager?.second_factor_at !== null;
        if (manager?.revoked_at !== null || asksForMore) return false;
        await insertSession(db, session, max);
        await insertEvents(db, events);
        return true;
      }),

    find: (tokenHash: string): Promise<SignedInBy<ManagerSession> | undefined> =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom("manager_sessions as session")
          .innerJoin("managers", "managers.manager_id", "session.manager_id")
          .selectAll("managers")
          .select(["session.created_at as session_created_at", "session.last_used_at as session_used_at"])
          .select(["session.expires_at as session_expires_at", "way", "address", "device", "browser_hash"])
          .where("session.token_hash", "=", tokenHash)
          .executeTakeFirst();
        if (!row) return undefined;
        const credential = {
          tokenHash,
          managerId: row.manager_id,
          createdAt: row.session_created_at,
          lastUsedAt: row.session_used_at,
          expiresAt: row.session_expires_at,
          way: row.way,
          address: row.address,
          device: row.device,
          browserHash: row.browser_hash,
        };
        return { credential, manager: managerOf(row) };
      }),

    /** Newest first, including sessions that have expired and are not deleted yet. */
    list: (managerId: string): Promise<ListedManagerSession[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("manager_sessions as session")
          .leftJoin("known_browsers as browser", (join) =>
            join
              .onRef("browser.browser_hash", "=", "session.browser_hash")
              .onRef("browser.manager_id", "=", "session.manager_id"),
          )
          .selectAll("session")
          .select("browser.label")
          .where("session.manager_id", "=", managerId)
          .orderBy("session.created_at", "desc")
          .orderBy("session.token_hash")
          .execute();
        return rows.map((row) => ({ ...sessionOf(row), label: row.label }));
      }),

    touch: ({ tokenHash, managerId }: ManagerSession, at: number): Promise<void> =>
      engine.write(async (db) => {
        await db
          .updateTable("manager_sessions")
          .set({ last_used_at: at })
          .where("token_hash", "=", tokenHash)
          .execute();
        await markUse(db, managerId, at);
      }),

    /** Writes nothing if there is no session with that token. */
    end: (tokenHash: string, events: StorageEvent[]): Promise<void> =>
      engine.write(async (db) => {
        const dead = db.deleteFrom("manager_sessions").where("token_hash", "=", tokenHash);
        const { numDeletedRows } = await dead.executeTakeFirst();
        if (numDeletedRows > 0n) await insertEvents(db, events);
      }),

    /** Returns how many sessions it ended; writes nothing if there were none. The session of `keptToken` stays. */
    endOf: (
      { managerId, keptToken }: { managerId: string; keptToken?: string },
      events: StorageEvent[],
    ): Promise<number> =>
      engine.write(async (db) => {
        const ended = await endSessionsOf(db, managerId, keptToken);
        if (ended > 0) await insertEvents(db, events);
        return ended;
      }),

    /** Deletes expired and idle sessions, and expired links, second steps and API tokens. */
    dropDead: (now: number, idleMs: number): Promise<void> =>
      engine.write(async (db) => {
        await db
          .deleteFrom("manager_sessions")
          .where((row) => row.or([row("expires_at", "<=", now), row("last_used_at", "<=", now - idleMs)]))
          .execute();
        for (const table of ["password_links", "second_steps"] as const)
          await db.deleteFrom(table).where("expires_at", "<=", now).execute();
        await db.deleteFrom("api_tokens").where("expires_at", "<=", now).execute();
      }),
  };
}

/** Part of the transaction that signs a manager in. Keeps the newest `max` sessions of the account. */
export async function insertSession(db: Db, session: ManagerSession, max: number): Promise<void> {
  const { managerId, createdAt } = session;
  const others = db.selectFrom("manager_sessions").where("manager_id", "=", managerId);
  const newest = others
    .select("token_hash")
    .orderBy("created_at", "desc")
    .orderBy("token_hash")
    .limit(max - 1);
  await db
    .deleteFrom("manager_sessions")
    .where("manager_id", "=", managerId)
    .where("token_hash", "not in", newest)
    .execute();
  await db.insertInto("manager_sessions").values(sessionRow(session)).execute();
  await markUse(db, managerId, createdAt);
}

/** Part of each transaction in which an account is used. */
export async function markUse(db: Db, managerId: string, at: number): Promise<void> {
  await db.updateTable("managers").set({ last_used_at: at }).where("manager_id", "=", managerId).execute();
}
