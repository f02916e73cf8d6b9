import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "../../../tests/support/service/opened-database.ts";
import { StorageRefusal, StorageUnavailable } from "../engine/faults.ts";
import { aClient, aKey, aSave, storageSuite } from "../storage.suite.ts";
import { lockForServer } from "./server-lock.ts";
import { openSqlite } from "./sqlite.ts";

const PAGE_BYTES = 4_096;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-sqlite-"));
  file = join(folder, "firsthand.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openDatabase(file);

describe("on SQLite,", () => storageSuite(open));

/** Makes a database with a record in it, and closes it. */
async function filledDatabase() {
  const { storage } = await open();
  await storage.clients.add(aClient(), aKey(), []);
  await storage.records.save(aSave("kept"));
  await storage.close();
}

test("simultaneous writes run in the order of their arrival", async () => {
  const { engine, storage } = await open();
  const places = Array.from({ length: 120 }, (_, place) => place);
  const order: number[] = [];
  await Promise.all(places.map((place) => engine.write(async () => void order.push(place))));
  expect(order).toEqual(places);
  await storage.close();
});

test("stored data is there after the database was closed and reopened", async () => {
  await filledDatabase();
  const { storage } = await open();
  expect((await storage.records.load("cl_1"))?.record).toEqual({ "website-form": { url: "kept" } });
  await storage.close();
});

describe("an unusable file is refused by its name, with what to do, and left unchanged:", () => {
  async function expectRefused(reason: RegExp) {
    const before = readFileSync(file);
    const error = await openSqlite(file).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(StorageRefusal);
    expect((error as Error).message).toMatch(reason);
    expect((error as Error).message).toContain(file);
    expect(readFileSync(file).equals(before)).toBe(true);
  }

  test("a database of a newer Firsthand", async () => {
    await filledDatabase();
    const database = new DatabaseSync(file);
    database.exec("update installation set schema_version = 99; pragma wal_checkpoint(truncate)");
    database.close();
    await expectRefused(/newer Firsthand.*Start the newer version/);
  });

  test("a damaged database", async () => {
    await filledDatabase();
    writeFileSync(file, readFileSync(file).fill(0xa5, 100, 4_096));
    await expectRefused(/damaged.*Restore it from a backup/);
  });

  test("a database that ends too early", async () => {
    await filledDatabase();
    writeFileSync(file, readFileSync(file).subarray(0, 5_000));
    await expectRefused(/damaged.*Restore it from a backup/);
  });

  test("a text", async () => {
    writeFileSync(file, "Dear diary,\n".repeat(1_000));
    await expectRefused(/not a Firsthand database.*move it away/);
  });
});

test("a file where the folder should be is refused by its name, with what to do", async () => {
  const blocked = join(folder, "a-file");
  writeFileSync(blocked, "here");
  await expect(openSqlite(join(blocked, "firsthand.db"))).rejects.toThrow(/a-file.*Check that the folder/);
  expect(readFileSync(blocked, "utf8")).toBe("here");
});

test("a folder where the file should be is refused", async () => {
  mkdirSync(file);
  await expect(openSqlite(file)).rejects.toThrow(/cannot be opened.*FIRSTHAND_DATA/);
});

test("a damaged page found later is answered as unavailable, not as a bug", async () => {
  await filledDatabase();
  const end = rootPage("records") * PAGE_BYTES;
  writeFileSync(file, readFileSync(file).fill(0xa5, end - PAGE_BYTES, end));
  const { storage } = await open();
  await expect(storage.records.load("cl_1")).rejects.toThrow(StorageUnavailable);
  await storage.close();
});

/** The number of the first page of a table. */
function rootPage(table: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare("select rootpage from sqlite_schema where name = ?").get(table);
  database.close();
  return Number(row?.rootpage);
}

describe("a second server on the same database", () => {
  test("is refused with what to do, and accepted when the first has ended", () => {
    const first = lockForServer(file);
    expect(() => lockForServer(file)).toThrow(/Another Firsthand server is running on .*Stop it/);
    first.release();
    lockForServer(file).release();
  });

  test("is not blamed when the lock file cannot be opened", () => {
    mkdirSync(file.replace(/\.db$/, ".lock"), { recursive: true });
    expect(() => lockForServer(file)).toThrow(/firsthand\.lock cannot be used as a lock/);
  });

  test("in another folder is accepted", () => {
    mkdirSync(join(folder, "other"));
    const first = lockForServer(file);
    lockForServer(join(folder, "other", "firsthand.db")).release();
    first.release();
  });
});

describe("while another process holds the write lock,", () => {
  async function withLock(
    act: (storage: Awaited<ReturnType<typeof open>>["storage"], release: () => void) => Promise<void>,
  ) {
    await filledDatabase();
    const { storage } = await open();
    const other = new DatabaseSync(file);
    other.exec("begin immediate");
    await act(storage, () => other.exec("rollback"));
    other.close();
    await storage.close();
  }

  test("a save waits for it and a read does not", async () => {
    await withLock(async (storage, release) => {
      const saving = storage.records.save(aSave("late"));
      expect((await storage.records.load("cl_1"))?.revision).toBe(1);
      await setTimeout(300); // how long the other process holds the lock
      release();
      expect(await saving).toMatchObject({ kind: "saved", revision: 2 });
    });
  });

  test("a save fails after 5 seconds if the lock stays, and the next one after the lock ends is stored", {
    timeout: 15_000,
  }, async () => {
    await withLock(async (storage, release) => {
      const start = performance.now();
      await expect(storage.records.save(aSave("never"))).rejects.toThrow(StorageUnavailable);
      expect(performance.now() - start).toBeGreaterThan(4_900);
      expect(performance.now() - start).toBeLessThan(10_000);
      release();
      expect(await storage.records.save(aSave("again"))).toMatchObject({ revision: 2 });
    });
  });
});
