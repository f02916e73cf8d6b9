import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { vi } from "vitest";

/** A device on which nothing is stored yet, for this test alone; `vi.unstubAllGlobals` takes it away. */
export function newIndexedDb(): IDBFactory {
  const factory = new IDBFactory();
  vi.stubGlobal("indexedDB", factory);
  return factory;
}

export type StoredRow = [key: IDBValidKey, row: unknown];

/** Everything that the database holds in this store, as it lies there. */
export async function storedRows(store: "journal" | "takes" | "unlocks" | "aside"): Promise<StoredRow[]> {
  const db = await openDB("firsthand");
  try {
    const [keys, rows] = await Promise.all([db.getAllKeys(store), db.getAll(store)]);
    return keys.map((key, place) => [key, rows[place]]);
  } finally {
    db.close();
  }
}
