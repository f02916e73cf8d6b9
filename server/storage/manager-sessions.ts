import type { Kysely } from "kysely";
import type { Engine } from "./engine.ts";
import { insertEvents } from "./events.ts";
import { managerOf, type StoredManager } from "./managers.ts";
import type { Tables } from "./schema.ts";
import type { StorageEvent } from "./storage.ts";

export type ManagerSession = {
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  managerId: string;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
};

export type StoredApiToken = {
  tokenHash: string;
  /** Public. */
  tokenId: string;
  managerId: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
  expiresAt: number | null;
};

/** What a credential says of whoever brings it. */
export type SignedInBy<Credential> = { credential: Credential; manager: StoredManager };

/** What managers and their programs sign in by. A revoked account has none. */
export function managerSessionQueries(engine: Engine) {
  return {
    /** Of the sessions of one account, the newest `max` live on. */
    openManagerSession: (session: ManagerSession, max: number, events: StorageEvent[]): Promise<void> =>
      engine.write(async (db) => {
        const { managerId, createdAt } = session;
        const others = db.selectFrom("manager_sessions").where("manager_id", "=", managerId);
        const newest = others
          .select("token_hash")
          .orderBy("created_at", "desc")
          .limit(max - 1);
        await db
          .deleteFrom("manager_sessions")
          .where("manager_id", "=", managerId)
          .where("token_hash", "not in", newest)
          .execute();
        await db.insertInto("manager_sessions").values(sessionRow(session)).execute();
        await markUse(db, managerId, createdAt);
        await insertEvents(db, events);
      }),

    findManagerSession: (tokenHash: string): Promise<SignedInBy<ManagerSession> | undefined> =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom("manager_sessions as session")
          .innerJoin("managers", "managers.manager_id", "session.manager_id")
          .selectAll("managers")
          .select(["session.created_at as session_created_at", "session.last_used_at as session_used_at"])
          .select("session.expires_at as session_expires_at")
          .where("session.token_hash", "=", tokenHash)
          .executeTakeFirst();
        if (!row) return undefined;
        const credential = {
          tokenHash,
          managerId: row.manager_id,
          createdAt: row.session_created_at,
          lastUsedAt: row.session_used_at,
          expiresAt: row.session_expires_at,
        };
        return { credential, manager: managerOf(row) };
      }),

    touchManagerSession: ({ tokenHash, managerId }: ManagerSession, at: number): Promise<void> =>
      engine.write(async (db) => {
        await db
          .updateTable("manager_sessions")
          .set({ last_used_at: at })
          .where("token_hash", "=", tokenHash)
          .execute();
        await markUse(db, managerId, at);
      }),

    /** Without a session of that token, nothing is written. */
    endManagerSession: (tokenHash: string, events: StorageEvent[]): Promise<void> =>
      engine.write(async (db) => {
        const dead = db.deleteFrom("manager_sessions").where("token_hash", "=", tokenHash);
        const { numDeletedRows } = await dead.executeTakeFirst();
        if (numDeletedRows > 0n) await insertEvents(db, events);
      }),

    /** Drops sessions and links that ended by themselves, and tokens past their end. */
    dropDeadCredentials: (now: number, idleMs: number): Promise<void> =>
      engine.write(async (db) => {
        await db
          .deleteFrom("manager_sessions")
          .where((row) => row.or([row("expires_at", "<=", now), row("last_used_at", "<=", now - idleMs)]))
          .execute();
        await db.deleteFrom("password_links").where("expires_at", "<=", now).execute();
        await db.deleteFrom("api_tokens").where("expires_at", "<=", now).execute();
      }),

    /** False where the account has `max` of them. */
    addApiToken: (token: StoredApiToken, max: number, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        const { count } = await db
          .selectFrom("api_tokens")
          .where("manager_id", "=", token.managerId)
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        if (Number(count) >= max) return false;
        await db.insertInto("api_tokens").values(tokenRow(token)).execute();
        await insertEvents(db, events);
        return true;
      }),

    /** Newest first. */
    listApiTokens: (managerId: string): Promise<StoredApiToken[]> =>
      engine.read(async (db) => {
        const tokens = db.selectFrom("api_tokens").selectAll().where("manager_id", "=", managerId);
        const rows = await tokens.orderBy("created_at", "desc").orderBy("token_id").execute();
        return rows.map(tokenOf);
      }),

    findApiToken: (tokenHash: string): Promise<SignedInBy<StoredApiToken> | undefined> =>
      engine.read(async (db) => {
        const token = await db
          .selectFrom("api_tokens")
          .selectAll()
          .where("token_hash", "=", tokenHash)
          .executeTakeFirst();
        if (!token) return undefined;
        const manager = await db
          .selectFrom("managers")
          .selectAll()
          .where("manager_id", "=", token.manager_id)
          .executeTakeFirstOrThrow();
        return { credential: tokenOf(token), manager: managerOf(manager) };
      }),

    touchApiToken: ({ tokenHash, managerId }: StoredApiToken, at: number): Promise<void> =>
      engine.write(async (db) => {
        await db
          .updateTable("api_tokens")
          .set({ last_used_at: at })
          .where("token_hash", "=", tokenHash)
          .execute();
        await markUse(db, managerId, at);
      }),

    /** False where the account has no such token. */
    revokeApiToken: (
      { managerId, tokenId }: Pick<StoredApiToken, "managerId" | "tokenId">,
      events: StorageEvent[],
    ): Promise<boolean> =>
      engine.write(async (db) => {
        const { numDeletedRows } = await db
          .deleteFrom("api_tokens")
          .where("manager_id", "=", managerId)
          .where("token_id", "=", tokenId)
          .executeTakeFirst();
        if (numDeletedRows > 0n) await insertEvents(db, events);
        return numDeletedRows > 0n;
      }),
  };
}

async function markUse(db: Kysely<Tables>, managerId: string, at: number): Promise<void> {
  await db.updateTable("managers").set({ last_used_at: at }).where("manager_id", "=", managerId).execute();
}

function sessionRow(session: ManagerSession): Tables["manager_sessions"] {
  return {
    token_hash: session.tokenHash,
    manager_id: session.managerId,
    created_at: session.createdAt,
    last_used_at: session.lastUsedAt,
    expires_at: session.expiresAt,
  };
}

function tokenRow(token: StoredApiToken): Tables["api_tokens"] {
  return {
    token_hash: token.tokenHash,
    token_id: token.tokenId,
    manager_id: token.managerId,
    name: token.name,
    created_at: token.createdAt,
    last_used_at: token.lastUsedAt,
    expires_at: token.expiresAt,
  };
}

function tokenOf(row: Tables["api_tokens"]): StoredApiToken {
  return {
    tokenHash: row.token_hash,
    tokenId: row.token_id,
    managerId: row.manager_id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  };
}
