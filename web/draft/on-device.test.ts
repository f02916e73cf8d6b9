import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { emptyAnswers, recordOf } from "#contract/record/answer.ts";
import { emptyForms } from "../../tests/support/data/built-in-forms.ts";
import { newIndexedDb, storedRows } from "../../tests/support/fakes/fake-indexed-db.ts";
import { fakeLocks } from "../../tests/support/fakes/fake-locks.ts";
import { readableText } from "../../tests/support/fakes/readable-text.ts";
import type { AsideRow } from "./device-database.ts";
import type { JournalEntry } from "./journal-rows.ts";
import { openDraftOnDevice, unlockDraft } from "./on-device.ts";
import { openVault, type SealedValue, toBase64Url } from "./vault.ts";

const ROSA = {
  client: { id: "cl_rosa_4711", name: "Rosa's Flower Shop" },
  draftKey: toBase64Url(new Uint8Array(32).fill(1)),
  accessKey: "fh_01AMZ_01AMZ_01AMZ_01AMZ_01AMZ_01AMZ_0DAHE",
};
const BELA = {
  client: { id: "cl_bela_0815", name: "Bela's Bakery" },
  draftKey: toBase64Url(new Uint8Array(32).fill(2)),
  accessKey: "fh_77777_77777_77777_77777_77777_77777_7ABCD",
};
const FURTHER_KEY = "fh_88888_88888_88888_88888_88888_88888_8ABCD";

const entryWith = (text: string): JournalEntry => ({
  interview: { definition: builtInInterview, hashes: { en: "h1" } },
  open: {
    boxes: { "booking-process": text },
    edits: {},
    sectionId: "leads-booking",
    boxId: "booking-process",
  },
  answers: { record: recordOf(builtInInterview, emptyAnswers), arrived: {} },
  server: { synced: undefined, unfinished: undefined },
});

let items: Map<string, string>;
let browser: ReturnType<typeof fakeLocks>;

/** Ends the current page, whose locks are then free, before the next page loads. */
let end = () => {};
function newPage(): void {
  end();
  const page = browser.openPage();
  end = page.end;
  vi.stubGlobal("navigator", { locks: page.manager });
}

const open = (who: Partial<typeof ROSA>) => {
  const { client, draftKey, accessKey } = who;
  return openDraftOnDevice({ interview: builtInInterview, client, draftKey, accessKey });
};

/** Leaves on the device what a client who worked here leaves. */
async function worked(who: typeof ROSA, text = `About ${who.client.name}`): Promise<void> {
  newPage();
  const device = await open(who);
  device.journal?.note(entryWith(text));
  await device.journal?.flush();
  await device.items.writeForms({ ...emptyForms, "website-form": { url: `${who.client.id}.example` } });
}

const STORES = ["journal", "unlocks", "aside"] as const;
const everything = async () => readableText([...(await Promise.all(STORES.map(storedRows))), [...items]]);

beforeEach(() => {
  newIndexedDb();
  items = new Map();
  browser = fakeLocks();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("what a client leaves on the device", () => {
  test("is opened with the access key, without asking the server, and is there", async () => {
    await worked(ROSA, "They call me.");
    newPage();
    const unlocked = await unlockDraft(ROSA.accessKey.toLowerCase().replaceAll("_", " "));
    expect(unlocked).toEqual({ client: ROSA.client, draftKey: ROSA.draftKey });
    const device = await open({ ...unlocked, accessKey: ROSA.accessKey });
    expect(device.journal?.restored).toEqual([entryWith("They call me.")]);
    expect((await device.items.read()).forms).toMatchObject({
      "website-form": { url: "cl_rosa_4711.example" },
    });
  });

  test("is opened by no other key", async () => {
    await worked(ROSA);
    expect(await unlockDraft(BELA.accessKey)).toBeUndefined();
    expect(await unlockDraft("")).toBeUndefined();
  });

  test("is opened by each key that the client has entered here", async () => {
    await worked(ROSA);
    await worked({ ...ROSA, accessKey: FURTHER_KEY });
    for (const accessKey of [ROSA.accessKey, FURTHER_KEY])
      expect(await unlockDraft(accessKey)).toEqual({ client: ROSA.client, draftKey: ROSA.draftKey });
  });

  test("is encrypted with the access key alone if the server gives no draft key", async () => {
    const { draftKey: _none, ...specified } = ROSA;
    newPage();
    const device = await open(specified);
    device.journal?.note(entryWith("They call me."));
    await device.journal?.flush();
    await device.items.writeForms({ ...emptyForms, "website-form": { url: "rosa.example" } });
    newPage();
    const again = await open(specified);
    expect(again.journal?.restored).toEqual([entryWith("They call me.")]);
    expect((await again.items.read()).forms).toMatchObject({ "website-form": { url: "rosa.example" } });
    expect(await unlockDraft(ROSA.accessKey)).toMatchObject({ client: ROSA.client });
    expect(await everything()).not.toContain("They call me.");
    newPage();
    expect((await open({ ...specified, accessKey: FURTHER_KEY })).journal?.restored).toEqual([]);
  });

  test("is opened by no key that was never entered here", async () => {
    const { accessKey: _unknown, ...rest } = ROSA;
    newPage();
    await open(rest);
    expect(await unlockDraft(ROSA.accessKey)).toBeUndefined();
  });

  test("is hidden from another client, and stays beside theirs", async () => {
    await worked(ROSA, "They call me.");
    newPage();
    const belas = await open(BELA);
    expect(belas.journal).toMatchObject({ restored: [], asideCount: 0 });
    expect(await belas.items.read()).toEqual({ forms: undefined, syncedForms: undefined, asideCount: 0 });
    await worked(BELA);
    newPage();
    expect((await open(ROSA)).journal?.restored).toEqual([entryWith("They call me.")]);
  });

  test("reveals neither the clients, nor their words, nor a key", async () => {
    await worked(ROSA);
    await worked(BELA);
    const found = await everything();
    for (const { client, draftKey, accessKey } of [ROSA, BELA]) {
      const typed = [accessKey, accessKey.replaceAll("_", ""), accessKey.slice(3, 8)];
      const words = [client.id, client.name, "About", "example", "booking", draftKey, ...typed];
      expect(words.filter((word) => found.includes(word))).toEqual([]);
    }
  });

  test("is gone after Logout, and so is the key entry", async () => {
    await worked(BELA);
    await worked(ROSA);
    newPage();
    const device = await open(ROSA);
    await Promise.all([device.journal?.clear(), device.items.clear()]);
    expect(await unlockDraft(ROSA.accessKey)).toBeUndefined();
    expect(await unlockDraft(BELA.accessKey)).toBeDefined();
    newPage();
    expect((await open(ROSA)).journal?.restored).toEqual([]);
    expect(items.size).toBe(0);
  });

  test("has the same name for all its tabs", async () => {
    newPage();
    const [one, other, belas] = [await open(ROSA), await open(ROSA), await open(BELA)];
    expect(other.slot).toBe(one.slot);
    expect(belas.slot).not.toBe(one.slot);
  });
});

test("an unreadable item is set aside in encrypted form", async () => {
  items.set("firsthand.formData", "somebody's words");
  newPage();
  const device = await open(ROSA);
  expect((await device.items.read()).asideCount).toBe(1);
  const [[, row] = []] = await storedRows("aside");
  const { from, content } = row as AsideRow;
  const vault = await openVault(crypto, ROSA.draftKey);
  expect(await vault.unseal(from, content as SealedValue)).toBe("somebody's words");
  expect(readableText(row)).not.toContain("words");
});

test("without Web Crypto an unreadable item stays where it is, and is not copied", async () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  items.set("firsthand.formData", "somebody's words");
  newPage();
  const device = await open(ROSA);
  expect((await device.items.read()).asideCount).toBe(1);
  await device.items.writeForms(emptyForms);
  expect([...items]).toEqual([["firsthand.formData", "somebody's words"]]);
  expect(await indexedDB.databases()).toEqual([]);
});

describe("nothing is written", () => {
  async function workedWithout(who: Partial<typeof ROSA>) {
    newPage();
    const device = await open(who);
    expect(device.journal).toBeUndefined();
    await device.items.writeForms(emptyForms);
    await device.items.writeSynced(emptyForms, "2026-03-01T12:00:00.000Z");
    expect(items.size).toBe(0);
    expect(await indexedDB.databases()).toEqual([]);
    return device;
  }

  test("when the browser has no Web Crypto, as over plain http; no key opens anything there", async () => {
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const { slot } = await workedWithout(ROSA);
    expect(slot).toBe(ROSA.client.id);
    expect(await unlockDraft(ROSA.accessKey)).toBeUndefined();
  });

  test.for(["", "%%%"])("when the server's draft key is invalid: %j", async (draftKey) => {
    await workedWithout({ ...ROSA, draftKey });
  });

  test("when there is neither a draft key nor an access key", async () => {
    const { draftKey: _none, accessKey: _unknown, ...rest } = ROSA;
    await workedWithout(rest);
  });
});

test("a browser without IndexedDB and locks keeps the items, and reports that it stores no more", async () => {
  vi.stubGlobal("indexedDB", undefined);
  vi.stubGlobal("navigator", {});
  const device = await open(ROSA);
  expect(device.journal?.health.getState()).toEqual({ isKept: false });
  device.journal?.note(entryWith("They call me."));
  await device.journal?.flush();
  expect(device.journal?.health.getState()).toEqual({ isKept: false });
  await device.items.writeForms(emptyForms);
  expect(items.size).toBe(1);
  expect(await unlockDraft(ROSA.accessKey)).toBeUndefined();
});
