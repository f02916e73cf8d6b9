import { lookup } from "node:dns";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ObjectStore, objectStore } from "../../../tests/support/peers/object-store.ts";
import { openDatabase } from "../../../tests/support/service/opened-database.ts";
import { openBucket } from "../../object-store/bucket.ts";
import { AudioUnavailable, StorageUnavailable } from "../engine/faults.ts";
import { SEAL_BYTES } from "../sealing/seal.ts";
import { aClient, aKey, type OpenedStorage } from "../storage.suite.ts";
import { audioSuite } from "./audio.suite.ts";
import { PIECE_BYTES } from "./audio.ts";
import { type Bucket, objectAudio } from "./object-audio.ts";

const SEALED_PIECE_BYTES = PIECE_BYTES + SEAL_BYTES;
const A_TAKE = { clientId: "cl_1", takeId: "take-1" };

let store: ObjectStore;
let bucket: Bucket;
let folder: string;
beforeAll(async () => {
  store = await objectStore();
  // so few keys that each list has several pages
  bucket = openBucket(store.settings, { lookup, clock: Date.now, keysAtOnce: 2 });
});
afterAll(() => store.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-objects-"));
});
afterEach(async () => {
  store.failBy(undefined);
  rmSync(folder, { recursive: true, force: true });
  for (const key of await store.keys()) await bucket.drop(key);
});

const open = () => openDatabase(join(folder, "firsthand.db"));

describe("with a bucket of a real store,", () =>
  audioSuite(open, {
    on: ({ engine, seals }) => objectAudio(engine, seals, bucket),
    left: async ({ engine }) => {
      const objects = await store.keys();
      const rows = await engine.read((db) => db.selectFrom("audio_objects").select("object_key").execute());
      expect(rows.map((row) => row.object_key).sort()).toEqual(objects.sort());
      return objects.length;
    },
  }));

describe("a copy in object storage", () => {
  const sound = Buffer.alloc(10 * PIECE_BYTES + 7, "sound ");
  let opened: OpenedStorage;
  beforeEach(async () => {
    opened = await open();
    await opened.storage.clients.add(aClient(), aKey(), []);
  });
  afterEach(() => opened.storage.close());

  const audioWith = (of: Bucket | undefined = bucket) => objectAudio(opened.engine, opened.seals, of);

  async function read(first = 0, last = sound.length - 1): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for await (const piece of audioWith().read(A_TAKE, { first, last })) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  async function onlyKey(): Promise<string> {
    const [key = "", ...others] = await store.keys();
    expect(others).toEqual([]);
    return key;
  }

  test("is one object, whose key shows only its owner, and whose bytes reveal nothing", async () => {
    await audioWith().put(A_TAKE, sound);
    const key = await onlyKey();
    expect(key).toMatch(/^cl_1\/[\da-f-]{36}$/);
    expect((await store.object(key)).includes("sound")).toBe(false);
  });

  test("is fetched in as few requests as its length allows, and a small part of it in one request", async () => {
    await audioWith().put(A_TAKE, sound);
    store.requests.length = 0;
    expect((await read()).equals(sound)).toBe(true);
    expect(store.requests).toHaveLength(2);
    const ranges: object[] = [];
    const watched: Bucket = {
      ...bucket,
      read(key, range) {
        ranges.push(range);
        return bucket.read(key, range);
      },
    };
    for await (const piece of audioWith(watched).read(A_TAKE, { first: PIECE_BYTES, last: PIECE_BYTES + 1 }))
      expect(piece).toHaveLength(2);
    expect(ranges).toEqual([{ first: SEALED_PIECE_BYTES, last: 2 * SEALED_PIECE_BYTES - 1 }]);
  });

  test("is known, with its size, while the store is unavailable", async () => {
    await audioWith().put(A_TAKE, sound);
    store.failBy("away");
    expect(await audioWith().size(A_TAKE)).toBe(sound.length);
    await expect(read()).rejects.toThrow(AudioUnavailable);
  });

  describe("is not read where the object differs from the stored one:", () => {
    beforeEach(() => audioWith().put(A_TAKE, sound));

    /** Expects the corruption to be noticed; the bytes read before then are those that were stored. */
    async function expectNoticed(stored = sound) {
      const pieces: Uint8Array[] = [];
      const reading = async () => {
        for await (const piece of audioWith().read(A_TAKE, { first: 0, last: stored.length - 1 }))
          pieces.push(piece);
      };
      await expect(reading()).rejects.toThrow(StorageUnavailable);
      const heard = Buffer.concat(pieces);
      expect(heard.equals(stored.subarray(0, heard.length))).toBe(true);
    }

    const withAnotherBit = (body: Buffer, at: number) => {
      body.writeUInt8(body.readUInt8(at) ^ 1, at);
      return body;
    };

    test.each<[string, (body: Buffer) => Buffer]>([
      ["one bit is another", (body) => withAnotherBit(body, 1_000)],
      ["one bit is another in a later piece", (body) => withAnotherBit(body, 9 * PIECE_BYTES)],
      ["plain sound of the same length", (body) => Buffer.alloc(body.length, "other sound ")],
      ["nothing but zeros", (body) => Buffer.alloc(body.length)],
      [
        "pieces in another order",
        (body) => Buffer.concat([body.subarray(SEALED_PIECE_BYTES), body.subarray(0, SEALED_PIECE_BYTES)]),
      ],
      ["its end is missing", (body) => body.subarray(0, -1)],
      ["it is empty", () => Buffer.alloc(0)],
    ])("%s", async (_what, change) => {
      const key = await onlyKey();
      await store.putObject(key, Buffer.from(change(await store.object(key))));
      await expectNoticed();
    });

    test("the previous copy", async () => {
      const before = await store.object(await onlyKey());
      const newer = Buffer.alloc(sound.length, "newer ");
      await audioWith().put(A_TAKE, newer);
      await store.putObject(await onlyKey(), before);
      await expectNoticed(newer);
    });

    test("the object is gone", async () => {
      await bucket.drop(await onlyKey());
      await expect(read()).rejects.toThrow("The object of a copy is gone.");
      await audioWith().drop(A_TAKE);
      expect(await audioWith().size(A_TAKE)).toBeUndefined();
    });
  });

  describe("storing interrupted at the bucket", () => {
    type Call = "put" | "drop";
    /** A bucket on which every call of a kind fails, either before it does anything or after it is done. */
    function failing(kind: Call, { isDone }: { isDone: boolean }): Bucket {
      const fail = async (act: () => Promise<void>) => {
        if (isDone) await act();
        throw new AudioUnavailable("cut short");
      };
      return {
        ...bucket,
        ...(kind === "put" && { put: (key, body) => fail(() => bucket.put(key, body)) }),
        ...(kind === "drop" && { drop: (key) => fail(() => bucket.drop(key)) }),
      };
    }

    test.each<[Call, boolean]>([
      ["put", false],
      ["put", true],
      ["drop", false],
      ["drop", true],
    ])("%s, done: %s: leaves the previous or new copy whole, and nothing else", async (kind, isDone) => {
      const before = Buffer.alloc(10, "before");
      await audioWith().put(A_TAKE, before);
      await expect(audioWith(failing(kind, { isDone })).put(A_TAKE, sound)).rejects.toThrow("cut short");
      const size = (await audioWith().size(A_TAKE)) ?? 0;
      expect((await read(0, size - 1)).equals(size === before.length ? before : sound)).toBe(true);
      await audioWith().put(A_TAKE, sound);
      expect([(await read()).equals(sound), (await store.keys()).length]).toEqual([true, 1]);
      await audioWith().drop(A_TAKE);
      expect(await store.keys()).toEqual([]);
    });

    test("a take that is deleted meanwhile leaves no object", async () => {
      const dropping: Bucket = {
        ...bucket,
        async put(key, body) {
          await audioWith().drop(A_TAKE);
          await bucket.put(key, body);
        },
      };
      await expect(audioWith(dropping).put(A_TAKE, sound)).rejects.toThrow(/dropped while/);
      expect([await audioWith().size(A_TAKE), await store.keys()]).toEqual([undefined, []]);
    });
  });

  test("while the store is unavailable, deleting a copy hides it at once and can be finished later", async () => {
    await audioWith().put(A_TAKE, sound);
    store.failBy("away");
    await expect(audioWith().drop(A_TAKE)).rejects.toThrow(AudioUnavailable);
    expect(await audioWith().size(A_TAKE)).toBeUndefined();
    store.failBy(undefined);
    expect(await store.keys()).toHaveLength(1);
    await audioWith().drop(A_TAKE);
    expect(await store.keys()).toEqual([]);
  });

  test("all objects of a client are deleted from the bucket, also those that the database does not know", async () => {
    for (let take = 0; take < 3; take++)
      await audioWith().put({ ...A_TAKE, takeId: `t${take}` }, Buffer.from("a"));
    for (let stray = 0; stray < 4; stray++) await bucket.put(`cl_1/stray-${stray}`, Buffer.from("b"));
    await bucket.put("cl_10/other", Buffer.from("c"));
    await audioWith().dropAllOf("cl_1");
    expect(await store.keys()).toEqual(["cl_10/other"]);
  });

  test("is known without a configured bucket, and cannot be erased without one", async () => {
    await audioWith().put(A_TAKE, sound);
    const without = objectAudio(opened.engine, opened.seals, undefined);
    expect(await without.size(A_TAKE)).toBe(sound.length);
    await expect(without.dropAllOf("cl_1")).rejects.toThrow(/FIRSTHAND_S3_ENDPOINT/);
    await expect(without.put({ ...A_TAKE, takeId: "t" }, sound)).rejects.toThrow(AudioUnavailable);
    await without.dropAllOf("cl_2");
  });
});
