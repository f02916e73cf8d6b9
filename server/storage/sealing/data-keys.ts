import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import { type Engine, prepare } from "../engine/engine.ts";
import { StorageUnavailable } from "../engine/faults.ts";
import { hasClient } from "../engine/has-client.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { createSealer, decrypt, encrypt, keylessUnsealer, type Sealer, type Unsealer } from "./seal.ts";

/**
 * The master keys in the secrets file, which wrap data keys. Both functions throw StorageUnavailable if the file cannot
 * be read.
 */
export type MasterKeys = {
  /** The master key that wraps new data keys. */
  current(): MasterKey;
  /** Undefined if the secrets file lacks this key. */
  find(id: string): MasterKey | undefined;
};
export type MasterKey = { id: string; key: KeyObject };

/** The owner of data that belongs to no client. */
export const INSTALLATION_OWNER = "installation";

/** Finds the sealer of a client or of the installation, by the owner's id. */
export type DataKeyring = {
  /**
   * An unsealer for reading. Without a data key, which earlier releases did not make, only unsealed bytes can be read.
   */
  toRead(db: Db, owner: string): Promise<Unsealer>;
  /** Part of each transaction that stores a body; makes the data key if the owner has no key yet. */
  toWrite(db: Db, owner: string): Promise<Sealer>;
  /** Loads the data key into memory before a frequent or large write. */
  prepare(owner: string): Promise<void>;
  /** Part of the transaction that adds clients, up to a hundred at once: makes their data keys. */
  ofNewClients(db: Db, clientIds: string[]): Promise<SealOf>;
  /** Rewraps up to `limit` data keys of other master keys with the current one; returns how many. */
  rewrap(db: Db, limit: number): Promise<number>;
  /**
   * Whether these master keys belong to the database. The first data key decides: if two servers start on an empty
   * database with different secrets, one of them gets false.
   */
  fit(): Promise<boolean>;
  /** Drops a client's key from memory after it was destroyed. */
  forget(clientId: string): void;
};

type SealOf = (owner: string) => Sealer;
type DataKeyRow = Selectable<Tables["data_keys"]>;

const KEY_BYTES = 32;
const KEPT_IN_MEMORY = 10_000;
/** Several keys are tried, since one client's may have been made with other secrets. */
const FITTING_TRIES = 100;

export function createDataKeyring(engine: Engine, masterKeys: MasterKeys): DataKeyring {
  const kept = new Map<string, Sealer>();
  const rowOf = prepare<{ owner: string }, DataKeyRow>((param) =>
    engine.reader.selectFrom("data_keys").selectAll().where("owner", "=", param("owner")),
  );

  async function find(db: Db, owner: string): Promise<Sealer | undefined> {
    const known = kept.get(owner);
    if (known) return known;
    const [row] = await rowOf(db, { owner });
    if (!row) return undefined;
    const seal = createSealer(unwrap(row, masterKeys), owner);
    // not from a transaction, which may be rolled back: data sealed with a key that was never stored would be lost
    if (db === engine.reader) keep(owner, seal);
    return seal;
  }

  function keep(owner: string, seal: Sealer): void {
    const [oldest] = kept.keys();
    if (kept.size >= KEPT_IN_MEMORY && oldest !== undefined) kept.delete(oldest);
    kept.set(owner, seal);
  }

  async function make(db: Db, owners: string[], isWhole: boolean): Promise<SealOf> {
    const master = masterKeys.current();
    const keys = new Map(owners.map((owner) => [owner, createSecretKey(randomBytes(KEY_BYTES))]));
    const rows = [...keys].map(([owner, key]) => ({
      ...wrap(owner, key, master),
      is_whole: Number(isWhole),
    }));
    await db.insertInto("data_keys").values(rows).execute();
    return (owner) => {
      const key = keys.get(owner);
      if (!key) throw new Error(`No data key was made for ${owner}`);
      return createSealer(key, owner);
    };
  }

  async function findOrMake(db: Db, owner: string): Promise<Sealer> {
    const found = await find(db, owner);
    if (found) return found;
    // the key of a client who is being erased is destroyed for good
    if (owner !== INSTALLATION_OWNER && !(await hasClient(db, owner))) {
      throw new StorageUnavailable("There is no such client any more.");
    }
    return (await make(db, [owner], false))(owner);
  }

  return {
    toRead: async (db, owner) => (await find(db, owner)) ?? keylessUnsealer,

    toWrite: findOrMake,

    async prepare(owner) {
      if (!kept.has(owner)) await engine.read((db) => find(db, owner));
    },

    // new clients never had unsealed data
    ofNewClients: (db, clientIds) => make(db, clientIds, true),

    async rewrap(db, limit) {
      const { id } = masterKeys.current();
      const others = db.selectFrom("data_keys").selectAll().where("master_key_id", "<>", id).limit(limit);
      const rows = await others.execute();
      for (const row of rows) {
        const { owner, ...changing } = rewrapped(row, masterKeys);
        await db.updateTable("data_keys").set(changing).where("owner", "=", owner).execute();
      }
      return rows.length;
    },

    async fit() {
      const isFitting = async (db: Db) => {
        const [row] = await rowOf(db, { owner: INSTALLATION_OWNER });
        // earlier releases made only clients' keys
        const rows = row
          ? [row]
          : await db.selectFrom("data_keys").selectAll().limit(FITTING_TRIES).execute();
        return rows.length === 0 ? undefined : rows.some((found) => canUnwrap(found, masterKeys));
      };
      return (
        (await engine.read(isFitting)) ??
        engine.write(async (db) => {
          const fits = await isFitting(db);
          if (fits === undefined) await make(db, [INSTALLATION_OWNER], false);
          return fits ?? true;
        })
      );
    },

    forget: (clientId) => void kept.delete(clientId),
  };
}

function wrap(owner: string, key: KeyObject, { id, key: master }: MasterKey) {
  return { owner, master_key_id: id, wrapped: encrypt(master, contextOf(owner), key.export()) };
}

/** An unsealer with this data key; without a key, it reads only unsealed bytes. Throws StorageUnavailable. */
export function unsealerOf(key: WrappedKey | undefined, masterKeys: Pick<MasterKeys, "find">): Unsealer {
  return key ? createSealer(unwrap(key, masterKeys), key.owner) : keylessUnsealer;
}

/** Throws StorageUnavailable. */
function unwrap(
  { owner, master_key_id: id, wrapped }: WrappedKey,
  masterKeys: Pick<MasterKeys, "find">,
): KeyObject {
  const master = masterKeys.find(id);
  if (!master) {
    throw new StorageUnavailable(
      `The secrets file has no master key "${id}". Restore the secrets file that belongs to the database.`,
    );
  }
  try {
    return createSecretKey(decrypt(master.key, contextOf(owner), wrapped));
  } catch (error) {
    throw new StorageUnavailable(
      `The data key of ${owner} was made with another secrets file: master key "${id}" of this one does not open it. Put that file back to read what was stored then.`,
      { cause: error },
    );
  }
}

/** A data key in its stored form. */
export type WrappedKey = Omit<DataKeyRow, "is_whole">;

/** The same data key, wrapped with the current master key. Throws StorageUnavailable. */
function rewrapped(row: WrappedKey, masterKeys: MasterKeys): WrappedKey {
  return wrap(row.owner, unwrap(row, masterKeys), masterKeys.current());
}

/** Whether these master keys can unwrap the data key. */
export function canUnwrap(row: WrappedKey, masterKeys: MasterKeys): boolean {
  try {
    unwrap(row, masterKeys);
    return true;
  } catch (error) {
    if (error instanceof StorageUnavailable) return false;
    throw error;
  }
}

function contextOf(owner: string): string {
  return `data-key/${owner}`;
}
