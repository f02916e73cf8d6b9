import type { Page } from "@playwright/test";

/** One row of the browser's own database, as any script on this origin can read it. */
export type DeviceRow = { store: string; key: string; text: string };

/** Everything that our pages have left on the device: both storages and every row, with bytes as Latin-1 text. */
export function readDevice(page: Page): Promise<{ items: { [name: string]: string }; rows: DeviceRow[] }> {
  return page.evaluate(async () => {
    const asText = (value: unknown): string => {
      if (value instanceof ArrayBuffer) return new TextDecoder("latin1").decode(value);
      if (ArrayBuffer.isView(value)) return new TextDecoder("latin1").decode(value);
      if (typeof value !== "object" || value === null) return String(value);
      return Object.entries(value)
        .map(([name, each]) => `${name}=${asText(each)}`)
        .join(";");
    };
    const settle = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const rows: DeviceRow[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await settle(indexedDB.open(name ?? ""));
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([settle(reading.getAllKeys()), settle(reading.getAll())]);
        keys.forEach((key, place) => {
          rows.push({ store, key: String(key), text: asText(values[place]) });
        });
      }
      database.close();
    }
    return { items: { ...localStorage, ...sessionStorage }, rows };
  });
}

/** Changes every row of the journal, as damage or another release would; returns the number of rows. */
export function changeJournal(page: Page, change: "flip" | "junk" | "newer"): Promise<number> {
  return page.evaluate(async (kind) => {
    const settle = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settle(indexedDB.open("firsthand"));
    const store = database.transaction("journal", "readwrite").objectStore("journal");
    const keys = await settle(store.getAllKeys());
    for (const key of keys) {
      const row = await settle(store.get(key));
      if (kind === "flip") {
        const bytes = new Uint8Array(row.bytes);
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      }
      const changed = { flip: row, junk: "{not json", newer: { ...row, version: 99 } }[kind];
      await settle(store.put(changed, key));
    }
    database.close();
    return keys.length;
  }, change);
}

/**
 * Encrypts and writes a row of the test's own and waits for it, since how long a write takes depends on the machine.
 * Everything that the page began to write well before is then on the device.
 */
export function writeOwnRow(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt"]);
    const row = await new Blob([new Uint8Array(16_384)]).arrayBuffer();
    const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv: new Uint8Array(12) }, key, row);
    await new Promise<void>((settle, fail) => {
      const opening = indexedDB.open("of the test");
      opening.onupgradeneeded = () => opening.result.createObjectStore("rows");
      opening.onerror = () => fail(opening.error);
      opening.onsuccess = () => {
        const writing = opening.result.transaction("rows", "readwrite");
        writing.objectStore("rows").put(sealed, Date.now());
        writing.oncomplete = () => settle();
        writing.onabort = () => fail(writing.error);
      };
    });
  });
}
