import { SHARES_PER_CLIENT_MAX, type ShareOptions } from "#contract/manage/shares.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import { hasClient } from "../engine/has-client.ts";
import type { Db, Tables } from "../engine/schema.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import type { Unsealer } from "../sealing/seal.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";

type ShareName = { clientId: string; shareId: string };
export type NewShare = ShareName & {
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  /** An account manager's id. */
  madeBy: string;
  recipient: string;
  options: ShareOptions;
  at: number;
  expiresAt: number;
};
export type StoredShare = Omit<NewShare, "tokenHash" | "at"> & {
  managerName: string;
  madeAt: number;
  opens: number;
  lastOpenedAt: number | null;
};
/** Unless the outcome is `done`, nothing is written. */
export type AddShareOutcome = "done" | "gone" | "full";

export function shareQueries(engine: Engine, seals: DataKeyring) {
  return {
    /** Also deletes the client's shares that have ended. */
    add: (share: NewShare, events: StorageEvent[]): Promise<AddShareOutcome> =>
      engine.write(async (db) => {
        const { clientId, shareId, recipient, at } = share;
        if (!(await hasClient(db, clientId))) return "gone";
        await dropOver(db, clientId, at);
        if (
          (await liveShares(db, at).where("shares.client_id", "=", clientId).execute()).length >=
          SHARES_PER_CLIENT_MAX
        )
          return "full";
        const { seal } = await seals.toWrite(db, clientId);
        await db
          .insertInto("shares")
          .values({
            share_id: shareId,
            token_hash: share.tokenHash,
            client_id: clientId,
            made_by: share.madeBy,
            recipient: seal(sealingContexts.shareRecipient(shareId), recipient),
            options: JSON.stringify(share.options),
            made_at: at,
            expires_at: share.expiresAt,
            revoked_at: null,
            opens: 0,
            last_opened_at: null,
          } satisfies Tables["shares"])
          .execute();
        await insertEvents(db, events);
        return "done";
      }),

    /** The live shares of one client, newest first. */
    list: (clientId: string, now: number): Promise<StoredShare[]> =>
      engine.read(async (db) => {
        const rows = await liveShares(db, now)
          .where("shares.client_id", "=", clientId)
          .orderBy("shares.made_at", "desc")
          .orderBy("shares.share_id")
          .execute();
        const seal = await seals.toRead(db, clientId);
        return rows.map((row) => storedShare(row, seal));
      }),

    /** The recipients of these shares by share id, including shares that have ended. */
    recipientsOf: (clientId: string, shareIds: string[]): Promise<Map<string, string>> => {
      if (shareIds.length === 0) return Promise.resolve(new Map());
      return engine.read(async (db) => {
        const rows = await db
          .selectFrom("shares")
          .select(["share_id", "recipient"])
          .where("client_id", "=", clientId)
          .where("share_id", "in", shareIds)
          .execute();
        const { unseal } = await seals.toRead(db, clientId);
        return new Map(
          rows.map(({ share_id: id, recipient }) => [
            id,
            unseal(sealingContexts.shareRecipient(id), recipient),
          ]),
        );
      });
    },

    /** Undefined if no live share of a client that exists has this token. */
    find: (tokenHash: string, now: number): Promise<StoredShare | undefined> =>
      engine.read((db) => findShare(db, tokenHash, now)),

    /** Like `find`, and counts an opening. */
    open: (
      tokenHash: string,
      now: number,
      eventsOf: (share: StoredShare) => StorageEvent[],
    ): Promise<StoredShare | undefined> =>
      engine.write(async (db) => {
        const share = await findShare(db, tokenHash, now);
        if (!share) return undefined;
        await db
          .updateTable("shares")
          .set((row) => ({ opens: row("opens", "+", 1), last_opened_at: now }))
          .where("share_id", "=", share.shareId)
          .execute();
        await insertEvents(db, eventsOf(share));
        return share;
      }),

    /** False if the client has no such share. A share that has ended stays unchanged. */
    revoke: ({ clientId, shareId }: ShareName, at: number, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        const share = await db
          .selectFrom("shares")
          .select(["revoked_at", "expires_at"])
          .where("share_id", "=", shareId)
          .where("client_id", "=", clientId)
          .executeTakeFirst();
        if (!share) return false;
        if (share.revoked_at !== null || share.expires_at <= at) return true;
        await db.updateTable("shares").set({ revoked_at: at }).where("share_id", "=", shareId).execute();
        await insertEvents(db, events);
        return true;
      }),
  };

  async function findShare(db: Db, tokenHash: string, now: number): Promise<StoredShare | undefined> {
    const row = await liveShares(db, now)
      .innerJoin("clients", "clients.client_id", "shares.client_id")
      .where("clients.erased_at", "is", null)
      .where("shares.token_hash", "=", tokenHash)
      .executeTakeFirst();
    return row && storedShare(row, await seals.toRead(db, row.client_id));
  }
}

function liveShares(db: Db, now: number) {
  return db
    .selectFrom("shares")
    .innerJoin("managers", "managers.manager_id", "shares.made_by")
    .selectAll("shares")
    .select("managers.name as manager_name")
    .where("shares.revoked_at", "is", null)
    .where("shares.expires_at", ">", now);
}

async function dropOver(db: Db, clientId: string, now: number): Promise<void> {
  await db
    .deleteFrom("shares")
    .where("client_id", "=", clientId)
    .where((row) => row.or([row("revoked_at", "is not", null), row("expires_at", "<=", now)]))
    .execute();
}

type ShareRow = Tables["shares"] & { manager_name: string };

function storedShare(row: ShareRow, { unseal }: Unsealer): StoredShare {
  return {
    shareId: row.share_id,
    clientId: row.client_id,
    madeBy: row.made_by,
    managerName: row.manager_name,
    recipient: unseal(sealingContexts.shareRecipient(row.share_id), row.recipient),
    options: parseStored(row.options) as ShareOptions,
    madeAt: row.made_at,
    expiresAt: row.expires_at,
    opens: row.opens,
    lastOpenedAt: row.last_opened_at,
  };
}
