import { type IDBPDatabase, type IDBPObjectStore, openDB } from "idb";
import type { Sealed } from "./vault.ts";

/**
 * The IndexedDB of this origin. `journal` has the rows of every client of the device, `takes` what was recorded,
 * `unlocks` what an access key opens, `aside` what could not be read: it is moved there and never deleted.
 */
const NAME = "firsthand";
/** 2: `takes`. */
const VERSION = 2;
/** A browser that never answers (seen on iOS) is taken as one without storage. */
const OPEN_LIMIT_MS = 3_000;

export type UnlockRow = Sealed & { slot: string };
/** `from` names the row or the item that it was. */
export type AsideRow = { from: string; at: string; content: unknown };

export type Change =
  | { store: "journal" | "takes" | "unlocks"; put: string; row: unknown }
  | { store: "journal" | "takes" | "unlocks"; drop: string }
  | { store: "aside"; add: AsideRow };

export type NamedRow = [name: string, row: unknown];

export type DeviceDatabase = {
  /** The rows whose names begin so. */
  journalRows(prefix: string): Promise<NamedRow[]>;
  takeRows(prefix: string): Promise<NamedRow[]>;
  /** Without their content, which is large. */
  takeNames(prefix: string): Promise<string[]>;
  findUnlock(name: string): Promise<unknown>;
  /** The names of the rows that open a client's draft. */
  unlockNames(slot: string): Promise<string[]>;
  /** All of them or none, and on the disk when it settles. */
  write(changes: Change[]): Promise<void>;
};

/** Every call rejects where the browser refuses; the next one opens the database anew. */
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
          // not left to the end of the last request: a page that goes meanwhile would abort it
          transaction.commit();
          await Promise.all(requests);
        } catch (error) {
          // where one change was refused at once, the others must not be committed without it
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
  // the transaction tells what went wrong; where another change was refused at once, nobody asks this one
  request.catch(() => undefined);
  return request;
}

function requestOf(store: WritableStore, change: Change): Promise<unknown> {
  if ("put" in change) return store.put(change.row, change.put);
  return "drop" in change ? store.delete(change.drop) : store.add(change.add);
}

function abort(transaction: { abort(): void }, requests: Promise<unknown>[]): void {
  // each of them tells of the abort too
  for (const request of requests) request.catch(() => undefined);
  try {
    transaction.abort();
  } catch {
    // it has ended already
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
    // a newer version of the app wants to upgrade: this page opens it again when it needs it
    blocking(_from, _to, event) {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  return Promise.race([opening, late()]);
}

function late(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error("IndexedDB does not answer")), OPEN_LIMIT_MS);
  });
}
