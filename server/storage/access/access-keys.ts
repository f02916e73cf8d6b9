import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { noteInvited } from "../engine/client-facts.ts";
import { rowsOf, type StoredRow } from "../engine/columns.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { webhookOutbox } from "../outbox/webhook-outbox.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { linkUsed, makeRoomForLink } from "./sign-in-links.ts";

/** `secretHash`: HMAC-SHA-256 of the key's secret part, hex. */
export type StoredKey = StoredRow<"access_keys">;
export type NewKey = Omit<StoredKey, Later> & Partial<Pick<StoredKey, "kind" | "mailId" | "sessionsUntil">>;
/** Columns that are null or have a default in a new key. */
type Later = "revokedAt" | "lastUsedAt" | "kind" | "boundAt" | "browserHash" | "mailId" | "sessionsUntil";

/** Key ids that already exist. If there are any, nothing is written. */
export type TakenKeyIds = ReadonlySet<string>;

/** The secrets that were hashed with a pepper. */
export type PepperUse = {
  pepperId: string;
  /** Live keys. */
  keys: number;
  pins: number;
  /** When the last of those keys expires; null without keys. */
  lastExpiresAt: number | null;
};

const { stored, row: toRow } = rowsOf("access_keys");

/** Limits the parameters of one statement. */
const ROWS_AT_ONCE = 100;

/** Queries on the table of access keys. */
export function accessKeyQueries(engine: Engine, seals: DataKeyring) {
  const outbox = webhookOutbox(engine, seals);
  return {
    /** Oldest first. */
    list: (clientId: string): Promise<StoredKey[]> =>
      engine.read(async (db) => {
        const keys = db.selectFrom("access_keys").selectAll().where("client_id", "=", clientId);
        const rows = await keys.orderBy("created_at").orderBy("key_id").execute();
        return rows.map(stored);
      }),

    /** Rejects if the client does not exist. A mailed link's key replaces the client's oldest unused links. */
    add: (key: NewKey, events: StorageEvent[]): Promise<TakenKeyIds> =>
      engine.write(async (db) => {
        const taken = await takenKeyIds(db, [key]);
        if (taken.size > 0) return taken;
        if (key.kind === "mailed") await makeRoomForLink(db, key);
        if (key.kind === "hand-over") await endHandOvers(db, key);
        for (const clientId of await insertKeys(db, [key]))
          await outbox.tell(db, { kind: "client.invited", clientId, at: key.createdAt });
        await insertEvents(db, events);
        return taken;
      }),

    find: (keyId: string): Promise<StoredKey | undefined> =>
      engine.read(async (db) => {
        const key = db.selectFrom("access_keys").selectAll().where("key_id", "=", keyId);
        const row = await key.executeTakeFirst();
        return row && stored(row);
      }),

    /**
     * Also ends the key's sessions. For a client's own key, also revokes the keys that a session may have made: those
     * of passkeys, hand-overs to other devices, and helpers' links. Stores the events for each key.
     */
    revoke: (keyId: string, at: number, events: StorageEvent[]) =>
      engine.write(async (db) => {
        const made = await madeBySessions(db, keyId);
        await revokeKeys(db, [keyId, ...made], at);
        await insertEvents(db, [
          ...events,
          ...made.flatMap((each) => events.map((event) => ({ ...event, keyId: each }))),
        ]);
      }),

    /** Which secrets were hashed with which pepper, by its id. Revoked and expired keys need no pepper. */
    listPepperUses: (now: number): Promise<PepperUse[]> =>
      engine.read(async (db) => {
        const keys = await db
          .selectFrom("access_keys")
          .select(({ fn }) => [
            "pepper_id",
            fn.countAll<number>().as("count"),
            fn.max("expires_at").as("last"),
          ])
          .where("revoked_at", "is", null)
          .where("expires_at", ">", now)
          // a passkey's key has no secret
          .where("kind", "!=", "passkey")
          .groupBy("pepper_id")
          .execute();
        const pins = await db
          .selectFrom("client_pins")
          .select(({ fn }) => ["pepper_id", fn.countAll<number>().as("count")])
          .groupBy("pepper_id")
          .execute();
        const ids = new Set([...keys, ...pins].map(({ pepper_id }) => pepper_id));
        return [...ids].sort().map((pepperId) => {
          const ofKeys = keys.find(({ pepper_id }) => pepper_id === pepperId);
          const ofPins = pins.find(({ pepper_id }) => pepper_id === pepperId);
          return {
            pepperId,
            keys: Number(ofKeys?.count ?? 0),
            pins: Number(ofPins?.count ?? 0),
            lastExpiresAt: ofKeys ? Number(ofKeys.last) : null,
          };
        });
      }),

    /** Stores the hash of the same key with another pepper, unless the hash has changed already. */
    move: ({ keyId, secretHash }: StoredKey, moved: Pick<StoredKey, "secretHash" | "pepperId">) =>
      engine.write(async (db) => {
        await db
          .updateTable("access_keys")
          .set({ secret_hash: moved.secretHash, pepper_id: moved.pepperId })
          .where("key_id", "=", keyId)
          .where("secret_hash", "=", secretHash)
          .execute();
      }),
  };
}

/** Which of these ids already exist, or occur twice among these keys. */
export async function takenKeyIds(db: Db, keys: NewKey[]): Promise<TakenKeyIds> {
  const taken = new Set<string>();
  const own = new Set<string>();
  for (const { keyId } of keys) {
    if (own.has(keyId)) taken.add(keyId);
    own.add(keyId);
  }
  const ids = [...own];
  for (let first = 0; first < ids.length; first += ROWS_AT_ONCE) {
    const some = ids.slice(first, first + ROWS_AT_ONCE);
    const rows = await db.selectFrom("access_keys").select("key_id").where("key_id", "in", some).execute();
    for (const row of rows) taken.add(row.key_id);
  }
  return taken;
}

const UNUSED = {
  kind: "lasting",
  revokedAt: null,
  lastUsedAt: null,
  boundAt: null,
  browserHash: null,
  mailId: null,
  sessionsUntil: null,
} as const;

/** Part of the transaction that adds keys or their clients. Returns the clients who are thereby invited. */
export async function insertKeys(db: Db, keys: NewKey[]): Promise<string[]> {
  await db
    .insertInto("access_keys")
    .values(keys.map((key) => toRow({ ...UNUSED, ...key })))
    .execute();
  // a key lets the client in, and a person or a mail passes it on, so it counts as an invitation
  const clientIds = keys.map(({ clientId }) => clientId);
  return noteInvited(db, { clientIds, at: Math.min(...keys.map(({ createdAt }) => createdAt)) });
}

/** Part of a transaction: revokes these keys and ends their sessions. */
export async function revokeKeys(db: Db, keyIds: string[], at: number): Promise<void> {
  if (keyIds.length === 0) return;
  await db.updateTable("access_keys").set({ revoked_at: at }).where("key_id", "in", keyIds).execute();
  await db.deleteFrom("sessions").where("key_id", "in", keyIds).execute();
}

/** Unrevoked keys that a session of this key's client may have made; empty if the key itself is such a key. */
async function madeBySessions(db: Db, keyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("access_keys as key")
    .innerJoin("access_keys as made", "made.client_id", "key.client_id")
    .select("made.key_id")
    .where("key.key_id", "=", keyId)
    .where("key.kind", "in", ["lasting", "mailed"])
    .where("made.kind", "in", ["passkey", "hand-over", "helper"])
    .where("made.revoked_at", "is", null)
    .orderBy("made.key_id")
    .execute();
  return rows.map(({ key_id }) => key_id);
}

/** Part of the transaction that adds a hand-over: revokes earlier ones that no device has used. */
async function endHandOvers(db: Db, { clientId, createdAt: at }: NewKey): Promise<void> {
  await db
    .updateTable("access_keys")
    .set({ revoked_at: at })
    .where("client_id", "=", clientId)
    .where("kind", "=", "hand-over")
    .where("bound_at", "is", null)
    .where("revoked_at", "is", null)
    .execute();
}

/** Part of the transaction that deletes a client. */
export async function revokeKeysOf(db: Db, clientId: string, at: number): Promise<void> {
  await db
    .updateTable("access_keys")
    .set({ revoked_at: at })
    .where("client_id", "=", clientId)
    .where("revoked_at", "is", null)
    .execute();
}

type KeyUse = {
  keyId: string;
  clientId: string;
  at: number;
  /** Hash of the browser's cookie, for the key of a sign-in link; absent for a lasting key. */
  browserHash?: string | undefined;
};

/**
 * Part of the transaction in which a client signs in. The first browser that uses a link's key is bound to it. Writes
 * nothing if the key is missing or revoked, or if another browser is bound to it ("bound").
 */
export async function noteKeyUse(db: Db, use: KeyUse): Promise<"used" | "revoked" | "bound"> {
  const { keyId, clientId, at, browserHash } = use;
  const ofId = db
    .selectFrom("access_keys")
    .select(["kind", "revoked_at", "browser_hash"])
    .where("key_id", "=", keyId);
  const key = await ofId.executeTakeFirst();
  if (!key || key.revoked_at !== null) return "revoked";
  const isFirst = browserHash !== undefined && key.browser_hash === null;
  if (browserHash !== undefined && !isFirst && key.browser_hash !== browserHash) return "bound";
  await db
    .updateTable("access_keys")
    .set({ last_used_at: at, ...(isFirst && { bound_at: at, browser_hash: browserHash }) })
    .where("key_id", "=", keyId)
    .execute();
  if (isFirst && key.kind === "mailed") await linkUsed(db, { keyId, clientId, at });
  return "used";
}
