import { type IDBPDatabase, type IDBPObjectStore, openDB } from "idb";
import type { SealedValue } from "./vault.ts";

/**
 * The IndexedDB database of this origin. `journal` has the rows of every client of the device, `takes` the recordings,
 * `unlocks` the draft keys encrypted with an access key or a lock's secret, and `aside` content that could not be read.
 * Rows in `aside` are never deleted.
 */
const NAME = "firsthand";
/** Version 2 added the store `takes`. */
const VERSION = 2;
/** A browser that does not answer in this time (seen on iOS) is treated as one without storage. */
const OPEN_LIMIT_MS = 3_000;

export type UnlockRow = SealedValue & { slot: string };
/** `from` is the name of the row or local storage item that the content came from. */
export type AsideRow = { from: string; at: string; content: unknown };

export type Change =
  | { store: "journal" | "takes" | "unlocks"; put: string; row: unknown }
  | { store: "journal" | "takes" | "unlocks"; drop: string }
  | { store: "aside"; add: AsideRow };

export type NamedRow = [name: string, row: unknown];

export type DeviceDatabase = {
  /** The rows whose names begin with the prefix. */
  journalRows(prefix: string): Promise<NamedRow[]>;
  takeRows(prefix: string): Promise<NamedRow[]>;
  /** Only the names, because the content is large. */
  takeNames(prefix: string): Promise<string[]>;
  findUnlock(name: string): Promise<unknown>;
  /** The names of the rows that open the draft of the client with this slot. */
  unlockNames(slot: string): Promise<string[]>;
  /** Writes all changes or none of them, and resolves once they are on the disk. */
  write(changes: Change[]): Promise<void>;
};

/** Every call rejects if the browser refuses; the next call opens the database again. */
export function deviceDatabase(indexedDb: () => IDBFactory | undefined): DeviceDatabase {
  let opened: Promise<IDBPDatabase> | undefined;
  const forget = () => {
    opened = undefined;
  };

  async function use<Result>(act: (db: IDBPDatabase) => Promise<Result>): Promise<Result> {
    try {
      opened ??= open(indexedDb, forget);
      return await act(await opened);
    } catch (error) {
      forget();
      throw error;
    }
  }

  return {
    journalRows: (prefix) => use((db) => rowsOf(db, "journal", prefix)),
    takeRows: (prefix) => use((db) => rowsOf(db, "takes", prefix)),
    takeNames: (prefix) => use(async (db) => (await db.getAllKeys("takes", namesFrom(prefix))).map(String)),
    findUnlock: (name) => use((db) => db.get("unlocks", name)),
    unlockNames: (slot) =>
      use(async (db) => {
        const reading = db.transaction("unlocks").store;
        const [names, rows] = await Promise.all([reading.getAllKeys(), reading.getAll()]);
        return names.filter((_, place) => rows[place]?.slot === slot).map(String);
      }),
    write: (changes) =>
      use(async (db) => {
        const stores = [...new Set(changes.map(({ store }) => store))];
        if (stores.length === 0) return;
        const transaction = db.transaction(stores, "readwrite", { durability: "strict" });
        const requests: Promise<unknown>[] = [transaction.done];
        try {
          for (const change of changes) requests.push(apply(transaction.objectStore(change.store), change));
          // commit now: a page that closes before the last request has ended would abort the transaction
          transaction.commit();
          await Promise.all(requests);
        } catch (error) {
          // if one change was refused, the others must not be committed without it
          abort(transaction, requests);
          throw error;
        }
      }),
  };
}

async function rowsOf(db: IDBPDatabase, store: "journal" | "takes", prefix: string): Promise<NamedRow[]> {
  const range = namesFrom(prefix);
  const reading = db.transaction(store).store;
  const [names, rows] = await Promise.all([reading.getAllKeys(range), reading.getAll(range)]);
  return names.map((name, place) => [String(name), rows[place]]);
}

function namesFrom(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`);
}

type StoreName = Change["store"];
type WritableStore = IDBPObjectStore<unknown, StoreName[], StoreName, "readwrite">;

function apply(store: WritableStore, change: Change): Promise<unknown> {
  const request = requestOf(store, change);
  // the transaction reports the error; without this, a rejected request could be an unhandled rejection
  request.catch(() => undefined);
  return request;
}

function requestOf(store: WritableStore, change: Change): Promise<unknown> {
  if ("put" in change) return store.put(change.row, change.put);
  return "drop" in change ? store.delete(change.drop) : store.add(change.add);
}

function abort(transaction: { abort(): void }, requests: Promise<unknown>[]): void {
  // the abort rejects every request too
  for (const request of requests) request.catch(() => undefined);
  try {
    transaction.abort();
  } catch {
    // the transaction has already ended
  }
}

async function open(indexedDb: () => IDBFactory | undefined, forget: () => void): Promise<IDBPDatabase> {
  if (!indexedDb()) throw new Error("This browser has no IndexedDB");
  const opening = openDB(NAME, VERSION, {
    upgrade(db, from) {
      if (from < 1) {
        db.createObjectStore("journal");
        db.createObjectStore("unlocks");
        db.createObjectStore("aside", { autoIncrement: true });
      }
      db.createObjectStore("takes");
    },
    // a newer version of the app wants to upgrade; this page opens the database again when needed
    blocking(_from, _to, event) {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  return Promise.race([opening, rejectWhenLate()]);
}

function rejectWhenLate(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error("IndexedDB does not answer")), OPEN_LIMIT_MS);
  });
}
