import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newIndexedDb, storedRows } from "../../tests/support/fakes/fake-indexed-db.ts";
import { fakeLocks } from "../../tests/support/fakes/fake-locks.ts";
import { readableText } from "../../tests/support/fakes/readable-text.ts";
import { deviceDatabase } from "../draft/device-database.ts";
import { pageLocks } from "../draft/locks.ts";
import { openVault, toBase64Url } from "../draft/vault.ts";
import { type KeptTake, keepTakes } from "./kept-takes.ts";

const WEBM = "audio/webm;codecs=opus";
const vaultOf = (client: number) => openVault(crypto, toBase64Url(new Uint8Array(32).fill(client)));
const begun = (id: string, startedAt = "2026-03-01T12:00:00.000Z"): KeptTake => ({
  id,
  questionId: "team-description",
  mimeType: "",
  startedAt,
  durationMs: 0,
  isSilent: false,
  isAnswer: false,
});

let browser: ReturnType<typeof fakeLocks>;

/** A page of the client, on this device. */
async function openPage(client = 1) {
  const page = browser.openPage();
  const database = deviceDatabase(() => indexedDB);
  const kept = keepTakes({
    storage: { database, vault: await vaultOf(client) },
    locks: pageLocks(page.manager),
  });
  return { kept, database, end: page.end };
}

async function record(kept: ReturnType<typeof keepTakes>, id: string, ...chunks: string[]): Promise<void> {
  kept.begin(begun(id));
  for (const chunk of chunks) kept.add(id, new Blob([chunk]), WEBM);
  await kept.flush();
}

const textOf = async (sound: Blob | undefined) => sound?.text();
const takeRows = async () => (await storedRows("takes")).length;

beforeEach(() => {
  newIndexedDb();
  browser = fakeLocks();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a take of this page", () => {
  test("can be played as it was recorded, with the recorder's own type", async () => {
    const { kept } = await openPage();
    await record(kept, "t1", "one ", "two ", "three");
    const sound = await kept.sound("t1");
    expect(await textOf(sound)).toBe("one two three");
    expect(sound?.type).toBe(WEBM);
    expect(kept.find("t1")?.mimeType).toBe(WEBM);
  });

  test("is on the device piece by piece, in encrypted form", async () => {
    const { kept } = await openPage();
    await record(kept, "t1", "one ", "two ");
    expect(await takeRows()).toBe(3);
    const lying = readableText(await storedRows("takes"));
    expect(lying).not.toContain("one");
    expect(lying).not.toContain("team-description");
  });

  test("leaves nothing when it never had any audio", async () => {
    const { kept, database } = await openPage();
    await record(kept, "t1");
    expect(await database.takeNames("")).toEqual([]);
  });

  test("is gone when it is erased, also while a piece was still being written", async () => {
    const { kept } = await openPage();
    kept.begin(begun("t1"));
    kept.add("t1", new Blob(["one"]), WEBM);
    await kept.erase("t1");
    expect(await takeRows()).toBe(0);
    expect(await kept.sound("t1")).toBeUndefined();
    expect(browser.heldNames()).toEqual([]);
  });

  test("is only in memory when the device cannot encrypt", async () => {
    const kept = keepTakes({ storage: undefined, locks: pageLocks(undefined) });
    await record(kept, "t1", "one ", "two");
    expect(await textOf(await kept.sound("t1"))).toBe("one two");
    expect(await kept.claimAll()).toEqual([]);
    await kept.clear();
    expect(await kept.sound("t1")).toBeUndefined();
  });

  test("with a piece that the device refused is written completely with the next piece", async () => {
    const { kept, database } = await openPage();
    const write = vi
      .spyOn(database, "write")
      .mockRejectedValueOnce(new DOMException("Full", "QuotaExceededError"));
    await record(kept, "t1", "one ", "two");
    expect(write).toHaveBeenCalledTimes(2);
    expect(await takeRows()).toBe(3);
  });
});

describe("a take of a closed page", () => {
  test("is taken over with all its pieces, in their order", async () => {
    const one = await openPage();
    const chunks = Array.from({ length: 12 }, (_, place) => `${place} `);
    await record(one.kept, "t1", ...chunks);
    one.end();
    const { kept } = await openPage();
    expect(await kept.claimAll()).toMatchObject([{ id: "t1", mimeType: WEBM, isAnswer: false }]);
    expect(await textOf(await kept.sound("t1"))).toBe(chunks.join(""));
  });

  test("is as long as its pieces if it was not stopped, and otherwise as long as counted", async () => {
    const one = await openPage();
    await record(one.kept, "t1", "one", "two", "three");
    await record(one.kept, "t2", "one", "two");
    one.kept.change("t2", { durationMs: 1_234 });
    await one.kept.flush();
    one.end();
    const { kept } = await openPage();
    const lengths = (await kept.claimAll()).map(({ id, durationMs }) => [id, durationMs]);
    expect(new Map(lengths as [string, number][])).toEqual(
      new Map([
        ["t1", 2_250],
        ["t2", 1_234],
      ]),
    );
  });

  test("belongs to one page, however many look for it", async () => {
    const one = await openPage();
    await record(one.kept, "t1", "one");
    one.end();
    const [two, three] = [await openPage(), await openPage()];
    const found = await Promise.all([two.kept.claimAll(), three.kept.claimAll()]);
    expect(found.flat()).toHaveLength(1);
  });

  test("has the state in which the page left it, including last-moment changes", async () => {
    const one = await openPage();
    await record(one.kept, "t1", "one");
    one.kept.change("t1", { isAnswer: true });
    await one.kept.flush();
    one.kept.release();
    const { kept } = await openPage();
    await vi.waitFor(async () => expect(await kept.claim("t1")).toMatchObject({ isAnswer: true }));
  });

  test("can be played without a damaged piece", async () => {
    const one = await openPage();
    await record(one.kept, "t1", "one ", "two ", "three");
    one.end();
    const { kept, database } = await openPage();
    const [, damaged] = (await storedRows("takes")).map(([name]) => String(name));
    await database.write([{ store: "takes", put: damaged ?? "", row: { version: 1 } }]);
    await kept.claimAll();
    expect(await textOf(await kept.sound("t1"))).toBe("one three");
  });

  test("stays in place while its question is unknown", async () => {
    const one = await openPage();
    await record(one.kept, "t1", "one");
    one.end();
    const { kept, database } = await openPage();
    const facts = (await storedRows("takes"))
      .map(([name]) => String(name))
      .find((name) => name.endsWith("facts"));
    await database.write([{ store: "takes", put: facts ?? "", row: "{not json" }]);
    expect(await kept.claimAll()).toEqual([]);
    expect(await takeRows()).toBe(2);
    expect(browser.heldNames()).toEqual([]);
  });
});

describe("a take that a page is still recording", () => {
  test("belongs to that page, and stays when another page of the client logs out", async () => {
    const one = await openPage();
    await record(one.kept, "t1", "one");
    const two = await openPage();
    expect(await two.kept.claimAll()).toEqual([]);
    await two.kept.clear();
    expect(await takeRows()).toBe(2);
  });
});

describe("logging out", () => {
  test("removes the client's takes, also of closed pages, and no other client's", async () => {
    const bela = await openPage(2);
    await record(bela.kept, "b1", "hers");
    const before = await openPage();
    await record(before.kept, "t1", "one");
    before.end();
    const { kept } = await openPage();
    await record(kept, "t2", "two");
    await kept.clear();
    expect(await takeRows()).toBe(2);
    expect(await textOf(await bela.kept.sound("b1"))).toBe("hers");
  });
});
