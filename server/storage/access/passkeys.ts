import { PASSKEYS_MAX } from "#contract/limits.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { rowsOf, type StoredRow } from "../engine/columns.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { insertKeys, type NewKey, revokeKeys, type StoredKey, takenKeyIds } from "./access-keys.ts";

/** A passkey with its access key, which its sessions refer to and which ends with it. */
export type StoredPasskey = StoredRow<"passkeys"> & StoredKey;
export type NewPasskey = Omit<StoredRow<"passkeys">, "keyId" | "clientId">;

const { stored: passkeyOf, row: passkeyRow } = rowsOf("passkeys");
const { stored: keyOf } = rowsOf("access_keys");

/** Why a passkey was not added: the id of its key or its credential exists already. */
export type PasskeyConflict = "key-taken" | "passkey-taken";

export function passkeyQueries(engine: Engine) {
  return {
    /**
     * `revoked` makes the event for each earlier passkey that is revoked to make room. Undefined if the passkey was
     * added.
     */
    addPasskey: (
      { key, passkey }: { key: NewKey; passkey: NewPasskey },
      events: StorageEvent[],
      revoked: (keyId: string) => StorageEvent,
    ): Promise<PasskeyConflict | undefined> =>
      engine.write(async (db) => {
        if ((await takenKeyIds(db, [key])).size > 0) return "key-taken";
        const same = db
          .selectFrom("passkeys")
          .select("key_id")
          .where("credential_id", "=", passkey.credentialId);
        if (await same.executeTakeFirst()) return "passkey-taken";
        const { clientId, keyId, createdAt: at } = key;
        const live = await livePasskeys(db, clientId, at).execute();
        const surplus = live.slice(PASSKEYS_MAX - 1).map(({ key_id }) => key_id);
        await revokeKeys(db, surplus, at);
        await insertKeys(db, [key]);
        await db
          .insertInto("passkeys")
          .values(passkeyRow({ ...passkey, keyId, clientId }))
          .execute();
        await insertEvents(db, [...surplus.map(revoked), ...events]);
        return undefined;
      }),

    /** Also finds passkeys that are revoked or expired. */
    findPasskey: (credentialId: string): Promise<StoredPasskey | undefined> =>
      engine.read(async (db) => {
        const row = await withKeys(db).where("credential_id", "=", credentialId).executeTakeFirst();
        return row && { ...keyOf(row), ...passkeyOf(row) };
      }),

    /** Live passkeys, newest first. */
    listPasskeys: (clientId: string, now: number): Promise<StoredPasskey[]> =>
      engine.read(async (db) => {
        const rows = await livePasskeys(db, clientId, now).execute();
        return rows.map((row) => ({ ...keyOf(row), ...passkeyOf(row) }));
      }),

    dropOldChallenges: (now: number): Promise<void> =>
      engine.write(async (db) => {
        await db.deleteFrom("used_challenges").where("ends_at", "<=", now).execute();
      }),
  };
}

function withKeys(db: Db) {
  return db
    .selectFrom("passkeys")
    .innerJoin("access_keys", "access_keys.key_id", "passkeys.key_id")
    .selectAll("access_keys")
    .select(["credential_id", "public_key", "uses", "device"]);
}

/** Newest first. */
function livePasskeys(db: Db, clientId: string, now: number) {
  return withKeys(db)
    .where("access_keys.client_id", "=", clientId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .orderBy("access_keys.key_id");
}

/** The challenge that a passkey answered, and its authenticator's count of uses. */
export type PasskeyUse = { challengeHash: string; endsAt: number; uses: number };

/** Part of the transaction in which a client signs in with a passkey. False if the challenge was answered before. */
export async function notePasskeyUse(db: Db, keyId: string, use: PasskeyUse): Promise<boolean> {
  const { challengeHash: challenge_hash, endsAt: ends_at, uses } = use;
  const isNew = await db
    .insertInto("used_challenges")
    .values({ challenge_hash, ends_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (isNew.numInsertedOrUpdatedRows !== 1n) return false;
  await db.updateTable("passkeys").set({ uses }).where("key_id", "=", keyId).execute();
  return true;
}
