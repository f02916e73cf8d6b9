import { forceCloseDatabase, IDBOpenDBRequest } from "fake-indexeddb";
import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newIndexedDb, storedRows } from "../../tests/support/fakes/fake-indexed-db.ts";
import { type AsideRow, type Change, deviceDatabase } from "./device-database.ts";

const AT = "2026-03-01T12:00:00.000Z";
/** A function, which no browser can store. */
const UNSTORABLE = () => undefined;

const put = (name: string, row: unknown = name): Change => ({ store: "journal", put: name, row });
const drop = (name: string): Change => ({ store: "journal", drop: name });
const aside = (from: string, content: unknown = from): Change => ({
  store: "aside",
  add: { from, at: AT, content },
});

const open = () => deviceDatabase(() => indexedDB);

/** Collects the connections that the browser has opened. */
function watchConnections() {
  const requests = vi.spyOn(indexedDB, "open");
  const connections = () => requests.mock.results.map(({ value }) => (value as IDBOpenDBRequest).result);
  const last = () => {
    const connection = connections().at(-1);
    if (!connection) throw new Error("The database was never opened");
    return connection;
  };
  return { count: () => requests.mock.calls.length, last };
}

beforeEach(() => {
  newIndexedDb();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the device's database", () => {
  test("is empty at first", async () => {
    const database = open();
    expect(await database.journalRows("a")).toEqual([]);
    expect(await database.findUnlock("a")).toBeUndefined();
    expect(await database.unlockNames("slot")).toEqual([]);
  });

  test("returns the rows with a prefix, and no others", async () => {
    const database = open();
    await database.write(
      ["a", "slot", "slot/1/open", "slot/2/open", "slot2/1/open", "slou"].map((name) => put(name)),
    );
    const rows = await database.journalRows("slot/");
    expect(rows).toEqual([
      ["slot/1/open", "slot/1/open"],
      ["slot/2/open", "slot/2/open"],
    ]);
  });

  test("is shared by all pages", async () => {
    await open().write([put("a", { iv: Uint8Array.of(1, 2), bytes: Uint8Array.of(3).buffer })]);
    const [[, row] = []] = await open().journalRows("a");
    expect(row).toEqual({ iv: Uint8Array.of(1, 2), bytes: Uint8Array.of(3).buffer });
  });

  test("finds a row by its name from an access key, and the names of a client's rows", async () => {
    const database = open();
    const rowOf = (slot: string) => ({ version: 1, iv: Uint8Array.of(1), bytes: new ArrayBuffer(1), slot });
    await database.write([
      { store: "unlocks", put: "key 1", row: rowOf("rosa") },
      { store: "unlocks", put: "key 2", row: rowOf("bela") },
      { store: "unlocks", put: "key 3", row: rowOf("rosa") },
      { store: "unlocks", put: "key 4", row: null },
    ]);
    expect(await database.findUnlock("key 2")).toMatchObject({ slot: "bela" });
    expect(await database.unlockNames("rosa")).toEqual(["key 1", "key 3"]);
  });

  test("keeps each row that was set aside, even with the same name", async () => {
    const database = open();
    await database.write([aside("a", "one")]);
    await database.write([aside("a", "two")]);
    const kept = (await storedRows("aside")).map(([, row]) => row as AsideRow);
    expect(kept).toEqual([
      { from: "a", at: AT, content: "one" },
      { from: "a", at: AT, content: "two" },
    ]);
  });

  test("overwrites and deletes, in order", async () => {
    const database = open();
    await database.write([put("a", 1), put("b", 1), put("c", 1)]);
    await database.write([put("a", 2), drop("b"), drop("never there"), drop("c"), put("c", 3)]);
    expect(await storedRows("journal")).toEqual([
      ["a", 2],
      ["c", 3],
    ]);
  });

  test("is not even opened when there is nothing to write", async () => {
    const connections = watchConnections();
    const database = open();
    await database.write([]);
    await database.write([put("a")]);
    expect(connections.count()).toBe(1);
  });

  test("asks the browser to flush to the disk", async () => {
    const connections = watchConnections();
    const database = open();
    await database.journalRows("a");
    const transaction = vi.spyOn(connections.last(), "transaction");
    await database.write([put("a"), aside("b")]);
    expect(transaction.mock.calls).toEqual([[["journal", "aside"], "readwrite", { durability: "strict" }]]);
  });
});

describe("all changes are made or none:", () => {
  test("a row that the browser refuses at once cancels the others", async () => {
    const database = open();
    await database.write([put("kept")]);
    const changes = [aside("kept"), drop("kept"), put("a"), put("b", UNSTORABLE), put("c")];
    await expect(database.write(changes)).rejects.toThrow();
    expect(await storedRows("journal")).toEqual([["kept", "kept"]]);
    expect(await storedRows("aside")).toEqual([]);
  });

  test("a row that the browser refuses later cancels the others", async () => {
    const database = open();
    const connections = watchConnections();
    await database.write([put("kept")]);
    const raw = connections.last();
    const begin = raw.transaction.bind(raw);
    vi.spyOn(raw, "transaction").mockImplementation((...given) => {
      const transaction = begin(...given);
      // fails as on a full disk: every write is requested, and none is stored
      transaction.commit = () => transaction.abort();
      return transaction;
    });
    await expect(database.write([drop("kept"), put("a"), aside("b")])).rejects.toThrow();
    vi.restoreAllMocks();
    expect(await storedRows("journal")).toEqual([["kept", "kept"]]);
    expect(await storedRows("aside")).toEqual([]);
  });

  test("after a refusal the next write works normally", async () => {
    const database = open();
    await expect(database.write([put("a", UNSTORABLE)])).rejects.toThrow();
    await database.write([put("a", "storable")]);
    expect(await storedRows("journal")).toEqual([["a", "storable"]]);
  });
});

test("data left by a release without takes stays, and the device can store takes beside it", async () => {
  const earlier = await openDB("firsthand", 1, {
    upgrade(db) {
      for (const name of ["journal", "unlocks"]) db.createObjectStore(name);
      db.createObjectStore("aside", { autoIncrement: true });
    },
  });
  await earlier.put("journal", "typed before", "slot/1/open");
  await earlier.put("unlocks", { slot: "slot" }, "key");
  await earlier.add("aside", aside("a"));
  earlier.close();
  const database = open();
  await database.write([{ store: "takes", put: "slot/t1/000000", row: "sound" }]);
  expect(await database.journalRows("slot/")).toEqual([["slot/1/open", "typed before"]]);
  expect(await database.unlockNames("slot")).toEqual(["key"]);
  expect(await storedRows("aside")).toHaveLength(1);
  expect(await database.takeRows("slot/")).toEqual([["slot/t1/000000", "sound"]]);
});

test("takes are found by their names, with their content or without", async () => {
  const database = open();
  const names = ["slot/t1/000000", "slot/t1/facts", "slot/t2/facts", "slot2/t1/facts"];
  await database.write(names.map((name) => ({ store: "takes", put: name, row: name }) as const));
  expect(await database.takeNames("slot/t1/")).toEqual(names.slice(0, 2));
  expect(await database.takeNames("slot/")).toEqual(names.slice(0, 3));
  expect(await database.takeRows("slot/t2/")).toEqual([["slot/t2/facts", "slot/t2/facts"]]);
  expect(await database.journalRows("slot/")).toEqual([]);
});

describe("a lost connection is opened again", () => {
  test("at once, when the browser reports that it closed the database", async () => {
    const connections = watchConnections();
    const database = open();
    await database.write([put("a")]);
    const raw = connections.last();
    const closed = new Promise((resolve) => raw.addEventListener("close", resolve));
    forceCloseDatabase(raw as unknown as Parameters<typeof forceCloseDatabase>[0]);
    await closed;
    await database.write([put("b")]);
    expect(connections.count()).toBe(2);
    expect(await storedRows("journal")).toHaveLength(2);
  });

  test("by the second call, when it did not", async () => {
    const connections = watchConnections();
    const database = open();
    await database.write([put("a")]);
    connections.last().close();
    await expect(database.write([put("b")])).rejects.toThrow();
    await database.write([put("b")]);
    expect(connections.count()).toBe(2);
    expect(await database.journalRows("b")).toHaveLength(1);
  });

  test("after everything was deleted, which this page does not block", async () => {
    const database = open();
    await database.write([put("a")]);
    await deleteDB("firsthand");
    expect(await database.journalRows("a")).toEqual([]);
    await database.write([put("b")]);
    expect(await storedRows("journal")).toEqual([["b", "b"]]);
  });

  test("but not over a newer version's database, whose upgrade this page does not block", async () => {
    const database = open();
    await database.write([put("a")]);
    const newer = await openDB("firsthand", 3);
    await expect(database.write([put("b")])).rejects.toThrow();
    await expect(database.journalRows("")).rejects.toThrow();
    newer.close();
    expect(await storedRows("journal")).toEqual([["a", "a"]]);
  });
});

describe("every call rejects", () => {
  const calls = (database: ReturnType<typeof open>) => [
    database.journalRows("a"),
    database.findUnlock("a"),
    database.unlockNames("a"),
    database.write([put("a")]),
  ];

  test("when the browser has no IndexedDB", async () => {
    const settled = await Promise.allSettled(calls(deviceDatabase(() => undefined)));
    expect(settled.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  });

  test("when the browser forbids it, until it allows it", async () => {
    const opening = vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("Not here.", "SecurityError");
    });
    const database = open();
    const settled = await Promise.allSettled(calls(database));
    expect(settled.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
    opening.mockRestore();
    await database.write([put("a")]);
    expect(await database.journalRows("a")).toHaveLength(1);
  });

  test("three seconds after a browser that never answers was asked", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const opening = vi.spyOn(indexedDB, "open").mockImplementation(() => new IDBOpenDBRequest());
      const database = open();
      const settled = vi.fn();
      const all = Promise.allSettled(calls(database)).finally(settled);
      await vi.advanceTimersByTimeAsync(2_999);
      expect(settled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect((await all).map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
      opening.mockRestore();
      await database.write([put("a")]);
      expect(await database.journalRows("a")).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });
});
