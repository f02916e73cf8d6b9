import { afterEach, beforeEach, expect, test } from "vitest";
import { StorageUnavailable } from "../engine/faults.ts";
import {
  aClient,
  aKey,
  aSave,
  masterKey,
  NOW,
  type OpenedStorage,
  testMasterKeys,
} from "../storage.suite.ts";
import { createStorage } from "../storage.ts";
import { createDataKeyring, INSTALLATION_OWNER, type MasterKeys } from "./data-keys.ts";
import { isSealed } from "./seal.ts";

const TEXT = "nobody else's";

export function dataKeySuite(open: () => Promise<OpenedStorage>): void {
  let opened: OpenedStorage;
  beforeEach(async () => {
    opened = await open();
    await opened.storage.clients.add(aClient(), aKey(), []);
    await opened.storage.clients.add(aClient("cl_2"), aKey("KEY02", "cl_2"), []);
  });
  afterEach(() => opened.storage.close());

  /** The same database with these master keys, as in the memory of another process. */
  const storageWith = (masterKeys: MasterKeys) =>
    createStorage(opened.engine, createDataKeyring(opened.engine, masterKeys));
  const bodies = () =>
    opened.engine.read(async (db) => {
      const rows = await db.selectFrom("revisions").select(["client_id", "body"]).execute();
      return new Map(rows.map(({ client_id, body }) => [client_id, body]));
    });
  const keys = () => opened.engine.read((db) => db.selectFrom("data_keys").selectAll().execute());
  const texts = async (storage = opened.storage) =>
    JSON.stringify((await storage.records.load("cl_1"))?.record ?? null);

  test("each client has a separate key, from the start, wrapped by the current master key", async () => {
    const rows = await keys();
    expect(rows.map(({ owner }) => owner).sort()).toEqual(["cl_1", "cl_2"]);
    expect(rows.map((row) => [row.master_key_id, row.is_whole])).toEqual(Array(2).fill(["m1", 1]));
    expect(new Set(rows.map(({ wrapped }) => Buffer.from(wrapped).toString("hex"))).size).toBe(2);
  });

  test("one client's answers do not open as another's", async () => {
    await opened.storage.records.save(aSave(TEXT));
    const body = (await bodies()).get("cl_1") ?? new Uint8Array();
    expect(isSealed(body)).toBe(true);
    await opened.storage.records.save(aSave("x", { clientId: "cl_2" }));
    await opened.engine.write((db) =>
      db.updateTable("revisions").set({ body }).where("client_id", "=", "cl_2").execute(),
    );
    await expect(opened.storage.records.load("cl_2")).rejects.toThrow(StorageUnavailable);
    expect(await texts()).toContain(TEXT);
  });

  test("without the right master key nothing can be decrypted, and the error names what is missing", async () => {
    await opened.storage.records.save(aSave(TEXT));
    const missing = storageWith(testMasterKeys(masterKey("m2")));
    await expect(missing.records.load("cl_1")).rejects.toThrow('The secrets file has no master key "m1"');
    const wrong = storageWith(testMasterKeys(masterKey("m1", 8)));
    await expect(wrong.records.load("cl_1")).rejects.toThrow(StorageUnavailable);
    await expect(wrong.records.load("cl_1")).rejects.toThrow(
      'The data key of cl_1 was made with another secrets file: master key "m1" of this one does not open it.',
    );
    await expect(wrong.records.save(aSave("lost?"))).rejects.toThrow(StorageUnavailable);
    expect(await texts()).toContain(TEXT);
  });

  test("the clients' keys show whether the master keys are the database's, and later its own key does", async () => {
    const fits = (masterKeys: MasterKeys) => createDataKeyring(opened.engine, masterKeys).fit();
    await opened.engine.write((db) =>
      db.deleteFrom("data_keys").where("owner", "=", INSTALLATION_OWNER).execute(),
    );
    const foreign = testMasterKeys(masterKey("m1", 8));
    expect(await fits(foreign)).toBe(false);
    // only the installation's key counts, not the key of a client that was made meanwhile
    await createStorage(opened.engine, createDataKeyring(opened.engine, foreign)).clients.add(
      aClient("cl_3"),
      aKey("KEY03", "cl_3"),
      [],
    );
    expect(await fits(testMasterKeys())).toBe(true);
    await opened.engine.write((db) => db.deleteFrom("data_keys").execute());
    expect(await fits(foreign)).toBe(true);
    expect(await fits(testMasterKeys())).toBe(false);
  });

  test("a key whose transaction was rolled back is not used", async () => {
    await opened.engine.write((db) => db.deleteFrom("data_keys").execute());
    const failing = opened.engine.write(async (db) => {
      await opened.seals.toWrite(db, "cl_1");
      await opened.seals.toWrite(db, "cl_1");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await opened.storage.records.save(aSave(TEXT));
    const afterRestart = storageWith(testMasterKeys());
    expect(await texts(afterRestart)).toContain(TEXT);
  });

  test("another master key can wrap the data keys while the server runs", async () => {
    await opened.storage.records.save(aSave(TEXT));
    const [before] = await keys();
    const both = testMasterKeys(masterKey("m2", 8), masterKey("m1"));
    const rotating = storageWith(both);
    expect(await rotating.sealing.listMasterKeyUses()).toEqual([{ masterKeyId: "m1", dataKeys: 2 }]);
    expect([await rotating.sealing.rewrapDataKeys(1), await rotating.sealing.rewrapDataKeys(9)]).toEqual([
      1, 1,
    ]);
    expect(await rotating.sealing.rewrapDataKeys(9)).toBe(0);
    expect(await rotating.sealing.listMasterKeyUses()).toEqual([{ masterKeyId: "m2", dataKeys: 2 }]);
    expect((await keys())[0]?.wrapped).not.toEqual(before?.wrapped);
    const withoutOld = storageWith(testMasterKeys(masterKey("m2", 8)));
    expect(await texts(withoutOld)).toContain(TEXT);
    await expect(storageWith(testMasterKeys()).records.load("cl_1")).rejects.toThrow('no master key "m2"');
  });

  test("an erased client's key is gone at once, and no new one is made", async () => {
    await opened.storage.records.save(aSave(TEXT));
    expect(await texts()).toContain(TEXT);
    await opened.storage.erasing.softDeleteClient({ clientId: "cl_1", at: NOW }, []);
    expect((await keys()).map(({ owner }) => owner)).toEqual(["cl_2"]);
    await expect(opened.storage.records.load("cl_1")).rejects.toThrow("There is no data key");
    await expect(opened.storage.records.save(aSave("more"))).rejects.toThrow(StorageUnavailable);
    expect((await keys()).map(({ owner }) => owner)).toEqual(["cl_2"]);
  });
}
