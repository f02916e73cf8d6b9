import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AudioStore, databaseAudio, PIECE_BYTES } from "./audio.ts";
import { aClient, aKey, type OpenedStorage } from "./storage.suite.ts";

const A_TAKE = { clientId: "cl_1", takeId: "take-1" };
const OTHERS = { clientId: "cl_2", takeId: "take-1" };

/** No two pieces of it are alike. */
const LONGEST = new Uint8Array(20 * PIECE_BYTES).map((_, place) => (place * 7 + (place >> 16)) % 251);
const sound = (length: number) => Buffer.from(LONGEST.subarray(0, length));

export function audioSuite(open: () => Promise<OpenedStorage>): void {
  let opened: OpenedStorage;
  let audio: AudioStore;
  beforeEach(async () => {
    opened = await open();
    audio = databaseAudio(opened.engine, opened.seals);
    await opened.storage.addClient(aClient(), aKey(), []);
  });
  afterEach(() => opened.storage.close());

  async function read(first: number, last: number): Promise<Buffer> {
    const bodies: Uint8Array[] = [];
    for await (const body of audio.read(A_TAKE, { first, last })) bodies.push(body);
    return Buffer.concat(bodies);
  }
  const pieces = () =>
    opened.engine.read((db) => db.selectFrom("audio_pieces").select("piece").orderBy("piece").execute());

  test.each([1, 1_000, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES - 1])(
    "a copy of %i bytes is read back as it was",
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
  ])("bytes %i to %i are read alone", async (first, last) => {
    const whole = sound(3 * PIECE_BYTES);
    await audio.put(A_TAKE, whole);
    expect((await read(first, last)).equals(whole.subarray(first, last + 1))).toBe(true);
  });

  test("it is one client's, and of others there is none", async () => {
    await audio.put(A_TAKE, sound(10));
    expect(await audio.size(OTHERS)).toBeUndefined();
    await audio.drop(OTHERS);
    expect(await audio.size(A_TAKE)).toBe(10);
  });

  test("a longer one is replaced by a shorter one, and the other way round", async () => {
    await audio.put(A_TAKE, sound(3 * PIECE_BYTES));
    await audio.put(A_TAKE, sound(10));
    expect([await audio.size(A_TAKE), await pieces()]).toEqual([10, [{ piece: 0 }]]);
    await audio.put(A_TAKE, sound(PIECE_BYTES + 10));
    expect((await read(0, PIECE_BYTES + 9)).equals(sound(PIECE_BYTES + 10))).toBe(true);
  });

  test("a dropped one leaves nothing", async () => {
    await audio.put(A_TAKE, sound(3 * PIECE_BYTES));
    await audio.drop(A_TAKE);
    expect([await audio.size(A_TAKE), await pieces()]).toEqual([undefined, []]);
  });

  describe("storing that is cut short after any of its writes", () => {
    test.each([0, 1, 2, 3, 4, 5])("%i: no copy, or the one before or after, whole", async (writes) => {
      const before = sound(2 * PIECE_BYTES);
      const after = sound(4 * PIECE_BYTES);
      await audio.put(A_TAKE, before);
      await databaseAudio(stoppedAfter(writes), opened.seals)
        .put(A_TAKE, after)
        .catch(() => undefined);
      const size = await audio.size(A_TAKE);
      expect([undefined, before.length, after.length]).toContain(size);
      if (size) expect((await read(0, size - 1)).equals(sound(size))).toBe(true);
      await audio.put(A_TAKE, after);
      expect(await audio.size(A_TAKE)).toBe(after.length);
    });

    /** An engine whose process dies before one more write. */
    function stoppedAfter(writes: number): OpenedStorage["engine"] {
      let left = writes;
      const { engine } = opened;
      return {
        ...engine,
        write: (work) => (left-- > 0 ? engine.write(work) : Promise.reject(new Error("killed"))),
      };
    }
  });

  test("saves go on while a large one is stored", async () => {
    const writes: string[] = [];
    const { engine } = opened;
    const counting: OpenedStorage["engine"] = {
      ...engine,
      write: (work) => engine.write(work).finally(() => writes.push("piece")),
    };
    const storing = databaseAudio(counting, opened.seals).put(A_TAKE, sound(20 * PIECE_BYTES));
    while (!writes.includes("piece")) await engine.write(async () => void writes.push("save"));
    await engine.write(async () => void writes.push("save"));
    const duringIt = writes.length;
    await storing;
    expect(writes.slice(0, duringIt).filter((write) => write === "piece").length).toBeLessThan(20);
    expect(writes.filter((write) => write === "piece")).toHaveLength(20);
  });
}
