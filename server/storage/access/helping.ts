import type { Selectable } from "kysely";
import { HELPERS_MAX } from "#contract/limits.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { insertKeys, type NewKey, revokeKeys, takenKeyIds } from "./access-keys.ts";

/** A person whom a client has asked to answer one section. */
export type StoredHelper = {
  helperId: string;
  clientId: string;
  keyId: string;
  sectionId: string;
  name: string;
  seesAll: boolean;
  addedAt: number;
  doneAt: number | null;
};
/** A helper with the state of the key of the latest link. */
export type ListedHelper = StoredHelper & {
  expiresAt: number;
  revokedAt: number | null;
  boundAt: number | null;
};
export type NewHelper = Pick<StoredHelper, "helperId" | "sectionId" | "name" | "seesAll"> & {
  /** 32 random bytes, base64url. */
  draftKey: string;
};
/** What a helper's save changes beside the record. */
export type HelperSave = {
  helperId: string;
  /** Whether the helper says that the section is done. */
  isDone: boolean;
  /** How many of the helper's answers the record has now. */
  answers: number;
};
/** How many answers a helper has added since the client's last sign-in. */
export type HelperNews = { name: string; answers: number };

/** Why nothing was written. */
export type HelperNotAdded = "key-taken" | "exists" | "full";
type ChangingHelper = { clientId: string; helperId: string; at: number };

export function helperQueries(engine: Engine, seals: DataKeyring) {
  async function opened<Row extends Selectable<Tables["helpers"]>>(db: Db, clientId: string, rows: Row[]) {
    if (rows.length === 0) return [];
    const { unseal } = await seals.toRead(db, clientId);
    return rows.map((row) => ({ row, helper: helperOf(row, unseal) }));
  }

  return {
    /** Undefined if the helper was added. */
    add: (
      { helper, key }: { helper: NewHelper; key: NewKey },
      events: StorageEvent[],
    ): Promise<HelperNotAdded | undefined> =>
      engine.write(async (db) => {
        const { helperId, sectionId, name, seesAll, draftKey } = helper;
        const { clientId, keyId, createdAt: at } = key;
        if ((await takenKeyIds(db, [key])).size > 0) return "key-taken";
        const rows = await db.selectFrom("helpers").selectAll().where("client_id", "=", clientId).execute();
        const others = await opened(db, clientId, rows);
        if (others.some(({ helper: other }) => other.name === name && other.sectionId === sectionId))
          return "exists";
        if (others.length >= HELPERS_MAX) return "full";
        const { seal } = await seals.toWrite(db, clientId);
        await insertKeys(db, [key]);
        await db
          .insertInto("helpers")
          .values({
            helper_id: helperId,
            client_id: clientId,
            key_id: keyId,
            section_id: sectionId,
            name: seal(sealingContexts.helperName(helperId), name),
            draft_key: seal(sealingContexts.helperDraftKey(helperId), draftKey),
            sees_all: Number(seesAll),
            added_at: at,
            answers: 0,
            notified: 0,
            done_at: null,
          } satisfies Tables["helpers"])
          .execute();
        await insertEvents(db, events);
        return undefined;
      }),

    /** Replaces the helper's key, which ends with its sessions. Undefined if done. */
    renew: (
      { clientId, helperId, at }: ChangingHelper,
      key: NewKey,
      events: (ended: string) => StorageEvent[],
    ): Promise<"key-taken" | "gone" | undefined> =>
      engine.write(async (db) => {
        if ((await takenKeyIds(db, [key])).size > 0) return "key-taken";
        const before = await keyIdOf(db, { clientId, helperId });
        if (before === undefined) return "gone";
        await revokeKeys(db, [before], at);
        await insertKeys(db, [key]);
        const ofId = db.updateTable("helpers").where("helper_id", "=", helperId);
        await ofId.set({ key_id: key.keyId, done_at: null }).execute();
        await insertEvents(db, events(before));
        return undefined;
      }),

    /** Ends the helper's access. False if there is no such helper. */
    remove: (
      { clientId, helperId, at }: ChangingHelper,
      event: (keyId: string) => StorageEvent,
    ): Promise<boolean> =>
      engine.write(async (db) => {
        const keyId = await keyIdOf(db, { clientId, helperId });
        if (keyId === undefined) return false;
        await db.deleteFrom("helpers").where("helper_id", "=", helperId).execute();
        await revokeKeys(db, [keyId], at);
        await insertEvents(db, [event(keyId)]);
        return true;
      }),

    /** In the order in which the helpers were added. */
    list: (clientId: string): Promise<ListedHelper[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("helpers")
          .innerJoin("access_keys", "access_keys.key_id", "helpers.key_id")
          .selectAll("helpers")
          .select(["expires_at", "revoked_at", "bound_at"])
          .where("helpers.client_id", "=", clientId)
          .orderBy("added_at")
          .orderBy("helper_id")
          .execute();
        return (await opened(db, clientId, rows)).map(({ row, helper }) => ({
          ...helper,
          expiresAt: row.expires_at,
          revokedAt: row.revoked_at,
          boundAt: row.bound_at,
        }));
      }),

    find: (clientId: string, helperId: string): Promise<StoredHelper | undefined> =>
      engine.read(async (db) => {
        const ofId = db.selectFrom("helpers").selectAll().where("helper_id", "=", helperId);
        const [found] = await opened(db, clientId, await ofId.where("client_id", "=", clientId).execute());
        return found?.helper;
      }),
  };
}

type Unseal = Awaited<ReturnType<DataKeyring["toRead"]>>["unseal"];

function helperOf(row: Selectable<Tables["helpers"]>, unseal: Unseal): StoredHelper {
  const { helper_id: helperId, client_id: clientId, key_id: keyId, section_id: sectionId } = row;
  const name = unseal(sealingContexts.helperName(helperId), row.name);
  const { added_at: addedAt, done_at: doneAt, sees_all } = row;
  return { helperId, clientId, keyId, sectionId, name, seesAll: sees_all === 1, addedAt, doneAt };
}

async function keyIdOf(
  db: Db,
  { clientId, helperId }: Omit<ChangingHelper, "at">,
): Promise<string | undefined> {
  const ofId = db.selectFrom("helpers").select("key_id").where("helper_id", "=", helperId);
  return (await ofId.where("client_id", "=", clientId).executeTakeFirst())?.key_id;
}

/** Part of the transaction in which a helper signs in. Undefined if the helper's access has ended. */
export async function signedInHelper(db: Db, { keyId, seals }: { keyId: string; seals: DataKeyring }) {
  const row = await db.selectFrom("helpers").selectAll().where("key_id", "=", keyId).executeTakeFirst();
  if (!row) return undefined;
  const { unseal } = await seals.toRead(db, row.client_id);
  const draftKey = unseal(sealingContexts.helperDraftKey(row.helper_id), row.draft_key);
  return { ...helperOf(row, unseal), draftKey };
}

/**
 * Part of the transaction in which a client signs in: reports the answers that helpers added since the last sign-in.
 */
export async function takeHelperNews(
  db: Db,
  { clientId, seals }: { clientId: string; seals: DataKeyring },
): Promise<HelperNews[]> {
  const rows = await db.selectFrom("helpers").selectAll().where("client_id", "=", clientId).execute();
  const news = rows.filter(({ answers, notified }) => answers !== notified);
  if (news.length === 0) return [];
  const { unseal } = await seals.toRead(db, clientId);
  await db
    .updateTable("helpers")
    .set(({ ref }) => ({ notified: ref("answers") }))
    .where("client_id", "=", clientId)
    .execute();
  return news
    .filter(({ answers, notified }) => answers > notified)
    .map((row) => ({ name: helperOf(row, unseal).name, answers: row.answers - row.notified }));
}

/** Part of the transaction that stores a helper's save. */
export async function noteHelperSave(
  db: Db,
  { helperId, isDone, answers, at }: HelperSave & { at: number },
): Promise<void> {
  await db
    .updateTable("helpers")
    .set({ answers, ...(isDone && { done_at: at }) })
    .where("helper_id", "=", helperId)
    .execute();
}
