import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StorageUnavailable } from "../engine/faults.ts";
import { aClient, aKey, NOW, type OpenedStorage } from "../storage.suite.ts";
import { type AudioStore, databaseAudio, PIECE_BYTES } from "./audio.ts";

const A_TAKE = { clientId: "cl_1", takeId: "take-1" };
const OTHERS = { clientId: "cl_2", takeId: "take-1" };

/** The longest audio; all of its pieces differ. */
const LONGEST = new Uint8Array(20 * PIECE_BYTES).map((_, place) => (place * 7 + (place >> 16)) % 251);
const sound = (length: number) => Buffer.from(LONGEST.subarray(0, length));

/** One of the places that store copies. */
export type AudioPlace = {
  on(opened: Pick<OpenedStorage, "engine" | "seals">): AudioStore;
  /** The number of pieces or objects of all copies, including unfinished ones. */
  left(opened: OpenedStorage): Promise<number>;
};

export const inDatabase: AudioPlace = {
  on: ({ engine, seals }) => databaseAudio(engine, seals),
  left: ({ engine }) =>
    engine.read(async (db) => (await db.selectFrom("audio_pieces").select("piece").execute()).length),
};

/** What every place promises; runs once for each real place. */
export function audioSuite(open: () => Promise<OpenedStorage>, { on, left }: AudioPlace = inDatabase): void {
  let opened: OpenedStorage;
  let audio: AudioStore;
  beforeEach(async () => {
    opened = await open();
    audio = on(opened);
    await opened.storage.clients.add(aClient(), aKey(), []);
  });
  afterEach(() => opened.storage.close());

  async function read(first: number, last: number): Promise<Buffer> {
    const bodies: Uint8Array[] = [];
    for await (const body of audio.read(A_TAKE, { first, last })) bodies.push(body);
    return Buffer.concat(bodies);
  }
  async function listed() {
    const names = await audio.list();
    return names.map(({ clientId, takeId }) => `${clientId} ${takeId}`).sort();
  }

  test.each([1, 1_000, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES - 1])(
    "a copy of %i bytes is read back unchanged",
    async (length) => {
      await audio.put(A_TAKE, sound(length));
      expect(await audio.size(A_TAKE)).toBe(length);
      expect((await read(0, length - 1)).equals(sound(length))).toBe(true);
    },
  );

  test.each([
    [0, 0],
    [PIECE_BYTES - 1, PIECE_BYTES],
    [PIECE_BYTES, PIECE_BYTES],
    [100, 2 * PIECE_BYTES + 5],
    [2 * PIECE_BYTES + 17, 2 * PIECE_BYTES + 17],
  ])("bytes %i to %i can be read separately", async (first, last) => {
    const whole = sound(3 * PIECE_BYTES);
    await audio.put(A_TAKE, whole);
    expect((await read(first, last)).equals(whole.subarray(first, last + 1))).toBe(true);
  });

  test("a copy belongs to one client, and other clients have no audio under its id", async () => {
    await audio.put(A_TAKE, sound(10));
    expect(await audio.size(OTHERS)).toBeUndefined();
    await audio.drop(OTHERS);
    expect(await audio.size(A_TAKE)).toBe(10);
  });

  test("a longer copy is replaced by a shorter one, and the other way round", async () => {
    await audio.put(A_TAKE, sound(3 * PIECE_BYTES));
    await audio.put(A_TAKE, sound(10));
    expect([await audio.size(A_TAKE), await left(opened)]).toEqual([10, 1]);
    await audio.put(A_TAKE, sound(PIECE_BYTES + 10));
    expect((await read(0, PIECE_BYTES + 9)).equals(sound(PIECE_BYTES + 10))).toBe(true);
  });

  test("a deleted copy leaves nothing", async () => {
    await audio.put(A_TAKE, sound(3 * PIECE_BYTES));
    await audio.drop(A_TAKE);
    expect([await audio.size(A_TAKE), await left(opened), await listed()]).toEqual([undefined, 0, []]);
  });

  test("all copies of one client are deleted together, and no copies of clients with similar ids", async () => {
    for (const clientId of ["cl_11", "clx1"])
      await opened.storage.clients.add(aClient(clientId), aKey(clientId, clientId), []);
    for (const clientId of ["cl_1", "cl_11", "clx1"])
      for (const takeId of ["t", "u"]) await audio.put({ clientId, takeId }, sound(2 * PIECE_BYTES));
    await audio.dropAllOf("cl_1");
    expect(await listed()).toEqual(["cl_11 t", "cl_11 u", "clx1 t", "clx1 u"]);
    await audio.dropAllOf("cl_11");
    await audio.dropAllOf("clx1");
    expect(await left(opened)).toBe(0);
  });

  test("bytes moved from one take to another by hand are not read", async () => {
    await audio.put(A_TAKE, sound(10));
    await audio.put({ ...A_TAKE, takeId: "take-2" }, sound(10));
    await opened.engine.write(async (db) => {
      await db.deleteFrom("audio_pieces").where("audio_id", "=", "cl_1/take-1").execute();
      await db
        .updateTable("audio_pieces")
        .set({ audio_id: "cl_1/take-1" })
        .where("audio_id", "=", "cl_1/take-2")
        .execute();
      await db.deleteFrom("audio_objects").where("take_id", "=", "take-1").execute();
      await db.updateTable("audio_objects").set({ take_id: "take-1" }).execute();
    });
    await expect(read(0, 9)).rejects.toThrow(StorageUnavailable);
  });

  test("audio of an erased client can be neither read nor stored", async () => {
    await audio.put(A_TAKE, sound(10));
    await opened.storage.erasing.softDeleteClient({ clientId: "cl_1", at: NOW }, []);
    await expect(read(0, 9)).rejects.toThrow(StorageUnavailable);
    await expect(audio.put({ ...A_TAKE, takeId: "take-2" }, sound(10))).rejects.toThrow(StorageUnavailable);
  });

  describe("storing interrupted after any of its writes", () => {
    test.each([0, 1, 2, 3, 4, 5])("%i: leaves no copy, or the previous or new one whole", async (writes) => {
      const before = sound(2 * PIECE_BYTES);
      const after = sound(4 * PIECE_BYTES);
      await audio.put(A_TAKE, before);
      await on({ ...opened, engine: stoppedAfter(writes) })
        .put(A_TAKE, after)
        .catch(() => undefined);
      const size = await audio.size(A_TAKE);
      expect([undefined, before.length, after.length]).toContain(size);
      if (size) expect((await read(0, size - 1)).equals(sound(size))).toBe(true);
      await audio.put(A_TAKE, after);
      expect(await audio.size(A_TAKE)).toBe(after.length);
    });

    /** An engine whose process dies after this many writes. */
    function stoppedAfter(writes: number): OpenedStorage["engine"] {
      let left = writes;
      const { engine } = opened;
      return {
        ...engine,
        write: (work) => (left-- > 0 ? engine.write(work) : Promise.reject(new Error("killed"))),
      };
    }
  });

  test("saves continue while a large copy is stored", async () => {
    const writes: string[] = [];
    const { engine } = opened;
    const counting: OpenedStorage["engine"] = {
      ...engine,
      write: (work) => engine.write(work).finally(() => writes.push("piece")),
    };
    const storing = on({ ...opened, engine: counting }).put(A_TAKE, sound(20 * PIECE_BYTES));
    while (!writes.includes("piece")) await engine.write(async () => void writes.push("save"));
    await engine.write(async () => void writes.push("save"));
    await storing;
    expect(writes.lastIndexOf("piece")).toBeGreaterThan(writes.lastIndexOf("save"));
  });
}
