import { hash } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Engine } from "../engine/engine.ts";
import { StorageUnavailable } from "../engine/faults.ts";
import { aLink, aManager } from "../managers/managers.suite.ts";
import { aClient, aKey, aSave, NOW, type OpenedStorage, testMasterKeys } from "../storage.suite.ts";
import { createStorage, type Storage } from "../storage.ts";
import { databaseAudio, PIECE_BYTES } from "../takes/audio.ts";
import { createDataKeyring, type DataKeyring, INSTALLATION_OWNER } from "./data-keys.ts";
import { bodyOf, keysOf, plaintextColumns, putBody, type RowName } from "./plaintext-columns.ts";
import { isSealed } from "./seal.ts";
import { sealingContexts } from "./sealing-contexts.ts";

const TEXT = "nobody else's";
const A_TAKE = { clientId: "cl_1", takeId: "take-1" };
const OWNERS = [INSTALLATION_OWNER, "cl_1", "cl_2"];
const PIECES = 3;

/** Plaintext that earlier releases stored before data keys existed. */
export function plaintextSuite(open: () => Promise<OpenedStorage>): void {
  let opened: OpenedStorage;
  let engine: Engine;
  let seals: DataKeyring;
  let storage: Storage;
  beforeEach(async () => {
    opened = await open();
    ({ engine } = opened);
    await fill(opened);
    await makePlain(opened);
    // makes a new keyring, because the old keyring still holds the old data keys
    seals = createDataKeyring(engine, testMasterKeys());
    storage = createStorage(engine, seals);
  });
  afterEach(() => opened.storage.close());

  /** The same database with a wrapper around every write transaction. */
  const storageWriting = (write: Engine["write"]) => {
    const other = { ...engine, write };
    return createStorage(other, createDataKeyring(other, testMasterKeys()));
  };
  /** Every body by its column and key: whether it is sealed, and a hash of its plaintext. */
  const bodies = () =>
    engine.read(async (db) => {
      const found: { name: string; isSealed: boolean; bytes: number; said: string }[] = [];
      for (const { row, body } of await storedRows(db)) {
        const { unsealBytes } = await seals.toRead(db, row.owner);
        const plain = unsealBytes(row.of.placeOf(row.key), body);
        const name = `${row.of.table}.${row.of.column} ${row.owner} ${row.key.join("/")}`;
        found.push({ name, isSealed: isSealed(body), bytes: body.length, said: hash("sha256", plain) });
      }
      return found.sort((one, other) => (one.name < other.name ? -1 : 1));
    });
  const sealed = async (are: boolean) =>
    (await bodies()).filter((body) => body.isSealed === are).map(({ name }) => name);
  const said = async () => (await bodies()).map((body) => [body.name, body.said]);
  const unfinished = () =>
    engine.read((db) => db.selectFrom("data_keys").select("owner").where("is_whole", "=", 0).execute());

  test("plain text is in every column that is checked", async () => {
    const columns = (await sealed(false)).map((name) => name.split(" ")[0]);
    expect(new Set(columns)).toEqual(new Set(plaintextColumns.map((of) => `${of.table}.${of.column}`)));
  });

  test("plain text can still be read, and is encrypted when it is written again", async () => {
    expect(JSON.stringify(await storage.records.load("cl_1"))).toContain(TEXT);
    expect((await storage.notes.list("cl_1")).map(({ text }) => text)).toEqual([TEXT]);
    await storage.records.save(aSave("another"));
    expect(await sealed(true)).toEqual(["revisions.body cl_1 2"]);
  });

  test("all plain text gets encrypted, and reads the same as before", async () => {
    const [names, before] = [await sealed(false), await said()];
    expect(await storage.sealing.sealPlaintext()).toBe(names.length);
    expect([await sealed(false), await said()]).toEqual([[], before]);
    expect(JSON.stringify(await storage.records.listSubmissions("cl_1"))).toContain(TEXT);
    expect(await storage.webhooks.findTarget("wh_1", NOW)).toMatchObject({
      address: TEXT,
      secrets: ["new", TEXT],
    });
    expect(await unfinished()).toEqual([]);
  });

  test("plain text is encrypted once", async () => {
    await storage.sealing.sealPlaintext();
    // sealing the same bytes twice gives different results, so equality shows that nothing was sealed again
    const stored = () => engine.read((db) => storedRows(db));
    const before = await stored();
    let writes = 0;
    const counted = storageWriting((work) => {
      writes++;
      return engine.write(work);
    });
    expect([await counted.sealing.sealPlaintext(), writes, await stored()]).toEqual([0, 0, before]);
  });

  test("plain text is encrypted in steps of limited size", async () => {
    const sizes: number[] = [];
    const measured = storageWriting(async (work) => {
      const before = new Set(await sealed(true));
      const result = await engine.write(work);
      const now = (await bodies()).filter(({ name, isSealed: is }) => is && !before.has(name));
      sizes.push(now.reduce((sum, { bytes }) => sum + bytes, 0));
      return result;
    });
    await measured.sealing.sealPlaintext();
    expect(sizes.filter((size) => size > 0).length).toBeGreaterThan(PIECES);
    expect(Math.max(...sizes)).toBeLessThan(1.1 * PIECE_BYTES);
  });

  test("an interrupted run, after any number of transactions, continues the next time", async () => {
    const before = await said();
    for (let tries = 0; (await sealed(false)).length > 0; tries++) {
      let writes = tries;
      const killed = storageWriting((work) =>
        writes-- > 0 ? engine.write(work) : Promise.reject(new StorageUnavailable("killed")),
      );
      await killed.sealing.sealPlaintext().catch(() => undefined);
      expect(await said()).toEqual(before);
      expect(tries).toBeLessThan(before.length);
    }
    expect(await storage.sealing.sealPlaintext()).toBe(0);
    expect(await unfinished()).toEqual([]);
  });

  test.for([
    ["is killed", (): Promise<boolean> => Promise.reject(new StorageUnavailable("killed"))],
    ["cannot, since another process reads", (): Promise<boolean> => Promise.resolve(false)],
  ] as const)(
    "freed pages are erased by the next call where this one %s before it has",
    async ([, eraseFreedPages]) => {
      let erasures = 0;
      const over = (changed: Partial<Engine>) => {
        const other = { ...engine, ...changed };
        return createStorage(other, createDataKeyring(other, testMasterKeys()));
      };
      const rows = (await sealed(false)).length;
      await over({ eraseFreedPages })
        .sealing.sealPlaintext()
        .catch(() => undefined);
      expect([rows > 0, await sealed(false)]).toEqual([true, []]);
      const counted = over({
        async eraseFreedPages(): Promise<boolean> {
          erasures++;
          return engine.eraseFreedPages();
        },
      });
      expect([await counted.sealing.sealPlaintext(), erasures]).toEqual([0, 1]);
      expect([await counted.sealing.sealPlaintext(), erasures, await unfinished()]).toEqual([0, 1, []]);
    },
  );

  test("one owner with an unusable data key does not keep the others from being encrypted", async () => {
    const broken = { owner: "cl_1", master_key_id: "m1", wrapped: Buffer.alloc(60), is_whole: 0 };
    await engine.write((db) => db.insertInto("data_keys").values(broken).execute());
    await expect(storage.sealing.sealPlaintext()).rejects.toThrow(StorageUnavailable);
    const names = await engine.read(async (db) =>
      (await storedRows(db)).filter(({ body }) => !isSealed(body)).map(({ row }) => row.owner),
    );
    expect(new Set(names)).toEqual(new Set(["cl_1"]));
  });

  test("a client who is being erased gets no data key", async () => {
    await storage.erasing.softDeleteClient({ clientId: "cl_1", at: NOW }, []);
    await storage.sealing.sealPlaintext();
    const keys = await engine.read((db) => db.selectFrom("data_keys").select("owner").execute());
    expect(keys.map(({ owner }) => owner).sort()).toEqual(["cl_2", INSTALLATION_OWNER]);
  });

  test("plain text is found among any number of clients", async () => {
    // more clients than one batch reads
    const more = Array.from({ length: 1_001 }, (_, place) => {
      const clientId = `cl_2_${String(place).padStart(4, "0")}`;
      return { client: aClient(clientId), key: aKey(`KEY_${place}`, clientId), events: [] };
    });
    await storage.clients.addMany(more);
    await engine.write(async (db) => {
      const last = db.updateTable("data_keys").set({ is_whole: 0 }).where("owner", "=", "cl_2_1000");
      await last.execute();
    });
    await storage.sealing.sealPlaintext();
    expect(await unfinished()).toEqual([]);
  });
}

type Db = Engine["reader"];

/** Every row that stores bytes. */
async function storedRows(db: Db): Promise<{ row: RowName; body: Uint8Array }[]> {
  const found: { row: RowName; body: Uint8Array }[] = [];
  for (const owner of OWNERS) {
    for (const of of plaintextColumns) {
      for (const key of await keysOf(db, owner, of)) {
        const row = { owner, of, key };
        const body = await bodyOf(db, row);
        if (body && body.length > 0) found.push({ row, body });
      }
    }
  }
  return found;
}

/** Stores something in every column, as this release does. */
async function fill({ engine, seals, storage }: OpenedStorage): Promise<void> {
  const act = { clientId: "cl_1", managerId: "mg_1", questionId: "website-info", at: NOW };
  await storage.managers.add(aManager(), aLink(), []);
  await storage.secondFactors.begin("mg_1", TEXT);
  const webhook = { webhookId: "wh_1", address: TEXT, secret: TEXT, madeBy: null, createdAt: NOW };
  const plain = { format: "standard", answers: "none" } as const;
  await storage.webhooks.add({ ...webhook, ...plain, kinds: ["client.created"] }, 20, []);
  await storage.webhooks.rotateSecret({ webhookId: "wh_1", secret: "new", previousUntil: NOW + 10 }, []);
  await storage.clients.add(aClient(), aKey(), []);
  await storage.clients.add(aClient("cl_2"), aKey("KEY02", "cl_2"), []);
  await storage.records.save(aSave(TEXT, { submissionId: "sb_1" }));
  await storage.followUps.ask({ ...act, text: TEXT, isMailed: false }, []);
  await storage.readMarkers.put({ ...act, revision: 1, marksOf: () => [] });
  await storage.notes.add({ ...act, noteId: "nt_1", text: TEXT }, []);
  const part = { ...A_TAKE, part: 0, body: Buffer.from(TEXT), sha256: "x", beginsAsAudio: true, at: NOW };
  await storage.takes.receivePart(part);
  await databaseAudio(engine, seals).put(A_TAKE, Buffer.alloc(PIECES * PIECE_BYTES, TEXT));
  await engine.write(async (db) => {
    const seal = await seals.toWrite(db, "cl_1");
    const transcript = seal.seal(sealingContexts.transcript(A_TAKE.takeId), TEXT);
    await db.updateTable("takes").set({ transcript }).execute();
  });
}

/** Replaces all sealed bytes with their plaintext, and deletes the data keys. */
async function makePlain({ engine, seals }: OpenedStorage): Promise<void> {
  await engine.write(async (db) => {
    for (const { row, body } of await storedRows(db)) {
      const { unsealBytes } = await seals.toRead(db, row.owner);
      await putBody(db, row, unsealBytes(row.of.placeOf(row.key), body));
    }
    await db.deleteFrom("data_keys").execute();
  });
}
