import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StorageUnavailable } from "../engine/faults.ts";
import { aLink, aManager } from "../managers/managers.suite.ts";
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
import { databaseAudio } from "../takes/audio.ts";
import { createSeals, INSTALLATION, type MasterKeys } from "./data-keys.ts";
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

  /** The same database with other master keys, or with sealing switched off. */
  const storageWith = (more: { masterKeys?: MasterKeys; isOff?: boolean }) =>
    createStorage(opened.engine, createSeals(opened.engine, { masterKeys: testMasterKeys(), ...more }));
  const bodies = () =>
    opened.engine.read(async (db) => {
      const rows = await db.selectFrom("revisions").select(["client_id", "body"]).execute();
      return new Map(rows.map(({ client_id, body }) => [client_id, body]));
    });
  const keys = () => opened.engine.read((db) => db.selectFrom("data_keys").selectAll().execute());
  const texts = async (storage = opened.storage) =>
    JSON.stringify((await storage.records.load("cl_1"))?.record ?? null);

  test("each client has a key of their own, from the start, wrapped by the current master key", async () => {
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

  test("without the right master key nothing opens, and what is missing is said", async () => {
    await opened.storage.records.save(aSave(TEXT));
    const missing = storageWith({ masterKeys: testMasterKeys(masterKey("m2")) });
    await expect(missing.records.load("cl_1")).rejects.toThrow('The secrets file has no master key "m1"');
    const wrong = storageWith({ masterKeys: testMasterKeys(masterKey("m1", 8)) });
    await expect(wrong.records.load("cl_1")).rejects.toThrow(StorageUnavailable);
    await expect(wrong.records.save(aSave("lost?"))).rejects.toThrow(StorageUnavailable);
    expect(await texts()).toContain(TEXT);
  });

  test("a key whose making was rolled back seals nothing", async () => {
    await opened.engine.write((db) => db.deleteFrom("data_keys").execute());
    const failing = opened.engine.write(async (db) => {
      await opened.seals.toWrite(db, "cl_1");
      await opened.seals.toWrite(db, "cl_1");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await opened.storage.records.save(aSave(TEXT));
    const afterRestart = storageWith({});
    expect(await texts(afterRestart)).toContain(TEXT);
  });

  test("another master key can wrap the data keys, while everything goes on", async () => {
    await opened.storage.records.save(aSave(TEXT));
    const [before] = await keys();
    const both = testMasterKeys(masterKey("m2", 8), masterKey("m1"));
    const rotating = storageWith({ masterKeys: both });
    expect(await rotating.sealing.listMasterKeyUses()).toEqual([{ masterKeyId: "m1", dataKeys: 2 }]);
    expect([await rotating.sealing.rewrapDataKeys(1), await rotating.sealing.rewrapDataKeys(9)]).toEqual([
      1, 1,
    ]);
    expect(await rotating.sealing.rewrapDataKeys(9)).toBe(0);
    expect(await rotating.sealing.listMasterKeyUses()).toEqual([{ masterKeyId: "m2", dataKeys: 2 }]);
    expect((await keys())[0]?.wrapped).not.toEqual(before?.wrapped);
    const withoutOld = storageWith({ masterKeys: testMasterKeys(masterKey("m2", 8)) });
    expect(await texts(withoutOld)).toContain(TEXT);
    await expect(storageWith({}).records.load("cl_1")).rejects.toThrow('no master key "m2"');
  });

  test("an erased client's key is gone at once, and no other is made", async () => {
    await opened.storage.records.save(aSave(TEXT));
    expect(await texts()).toContain(TEXT);
    await opened.storage.erasing.softDeleteClient({ clientId: "cl_1", at: NOW }, []);
    expect((await keys()).map(({ owner }) => owner)).toEqual(["cl_2"]);
    await expect(opened.storage.records.load("cl_1")).rejects.toThrow("There is no data key");
    await expect(opened.storage.records.save(aSave("more"))).rejects.toThrow(StorageUnavailable);
    expect((await keys()).map(({ owner }) => owner)).toEqual(["cl_2"]);
  });

  describe("what was stored plainly", () => {
    beforeEach(async () => {
      const plain = storageWith({ isOff: true });
      await plain.sealing.expectPlaintext();
      await plain.records.save(aSave(TEXT, { submissionId: "sb_1" }));
      await plain.webhooks.add(
        { webhookId: "wh_1", address: TEXT, kinds: [], secret: TEXT, madeBy: null, createdAt: NOW },
        20,
        [],
      );
      const note = { noteId: "nt_1", clientId: "cl_1", managerId: "mg_1", text: TEXT, at: NOW };
      await plain.managers.add(aManager(), aLink(), []);
      await plain.notes.add(note, []);
      const audio = databaseAudio(
        opened.engine,
        createSeals(opened.engine, { masterKeys: testMasterKeys(), isOff: true }),
      );
      await audio.put({ clientId: "cl_1", takeId: "t" }, Buffer.from(TEXT));
    });

    const everything = () =>
      opened.engine.read(async (db) => {
        const rows: unknown[] = [
          ...(await db.selectFrom("revisions").selectAll().execute()),
          ...(await db.selectFrom("submissions").selectAll().execute()),
          ...(await db.selectFrom("notes").selectAll().execute()),
          ...(await db.selectFrom("audio_pieces").selectAll().execute()),
          ...(await db.selectFrom("webhooks").selectAll().execute()),
        ];
        const values = rows.flatMap((row) => Object.values(row as object));
        return values.filter((value) => value instanceof Uint8Array).map((value) => Buffer.from(value));
      });
    const plainOnes = async () => (await everything()).filter((bytes) => bytes.includes(TEXT)).length;

    test("is read all the same", async () => {
      expect(await plainOnes()).toBe(6);
      expect(await texts()).toContain(TEXT);
    });

    test("is looked for among however many clients", async () => {
      // more than are read at once
      const more = Array.from({ length: 1_001 }, (_, place) => {
        const clientId = `cl_2_${String(place).padStart(4, "0")}`;
        return { client: aClient(clientId), key: aKey(`KEY_${place}`, clientId) };
      });
      await opened.storage.clients.addMany(more.map((each) => ({ ...each, events: [] })));
      await opened.engine.write(async (db) => {
        await db.updateTable("data_keys").set({ is_whole: 0 }).execute();
      });
      const owners = await opened.storage.sealing.listUnsealedOwners();
      expect(owners).toEqual([INSTALLATION, "cl_1", "cl_2", ...more.map(({ client }) => client.clientId)]);
    });

    test("is sealed owner by owner, and opens as before", async () => {
      const owners = await opened.storage.sealing.listUnsealedOwners();
      expect(owners).toEqual([INSTALLATION, "cl_1", "cl_2"]);
      for (const owner of owners) await opened.storage.sealing.sealPlaintext(owner);
      expect([await plainOnes(), await opened.storage.sealing.listUnsealedOwners()]).toEqual([0, []]);
      expect(await texts()).toContain(TEXT);
      expect((await opened.storage.notes.list("cl_1")).map(({ text }) => text)).toEqual([TEXT]);
      expect(JSON.stringify(await opened.storage.records.listSubmissions("cl_1"))).toContain(TEXT);
      expect(await opened.storage.webhooks.findTarget("wh_1", NOW)).toMatchObject({
        address: TEXT,
        secrets: [TEXT],
      });
      const heard: Uint8Array[] = [];
      const audio = databaseAudio(opened.engine, opened.seals);
      for await (const bytes of audio.read({ clientId: "cl_1", takeId: "t" }, { first: 0, last: 12 }))
        heard.push(bytes);
      expect(Buffer.concat(heard).toString()).toBe(TEXT);
    });

    test("is sealed once: what is sealed already stays as it is", async () => {
      await opened.storage.sealing.sealPlaintext("cl_1");
      const before = await everything();
      await opened.storage.sealing.sealPlaintext("cl_1");
      expect(await everything()).toEqual(before);
    });
  });
}
