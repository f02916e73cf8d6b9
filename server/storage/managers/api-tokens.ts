import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { rowsOf, type StoredRow } from "../engine/columns.ts";
import type { Engine } from "../engine/engine.ts";
import { markUse, type SignedInBy } from "./manager-sessions.ts";
import { managerOf } from "./managers.ts";

/** `tokenId` is public. */
export type StoredApiToken = StoredRow<"api_tokens">;

const { stored: tokenOf, row: tokenRow } = rowsOf("api_tokens");

/** API tokens of programs that act for a manager. A revoked account has none. */
export function apiTokenQueries(engine: Engine) {
  return {
    /** False if the account already has `max` tokens. */
    add: (token: StoredApiToken, max: number, events: StorageEvent[]): Promise<boolean> =>
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
    list: (managerId: string): Promise<StoredApiToken[]> =>
      engine.read(async (db) => {
        const tokens = db.selectFrom("api_tokens").selectAll().where("manager_id", "=", managerId);
        const rows = await tokens.orderBy("created_at", "desc").orderBy("token_id").execute();
        return rows.map(tokenOf);
      }),

    find: (tokenHash: string): Promise<SignedInBy<StoredApiToken> | undefined> =>
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

    touch: ({ tokenHash, managerId }: StoredApiToken, at: number): Promise<void> =>
      engine.write(async (db) => {
        await db
          .updateTable("api_tokens")
          .set({ last_used_at: at })
          .where("token_hash", "=", tokenHash)
          .execute();
        await markUse(db, managerId, at);
      }),

    /** False if the account has no such token. */
    revoke: (
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
