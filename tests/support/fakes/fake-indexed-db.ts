import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { vi } from "vitest";

/** An empty database of a device, for this test alone; `vi.unstubAllGlobals` removes it. */
export function newIndexedDb(): IDBFactory {
  const factory = new IDBFactory();
  vi.stubGlobal("indexedDB", factory);
  return factory;
}

export type StoredRow = [key: IDBValidKey, row: unknown];

/** All rows of this store as the database holds them. */
export async function storedRows(store: "journal" | "takes" | "unlocks" | "aside"): Promise<StoredRow[]> {
  const db = await openDB("firsthand");
  try {
    const [keys, rows] = await Promise.all([db.getAllKeys(store), db.getAll(store)]);
    return keys.map((key, place) => [key, rows[place]]);
  } finally {
    db.close();
  }
}
