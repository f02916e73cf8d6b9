import { describe, expect, test } from "vitest";
import { emptyForms, type FormAnswers } from "#contract/answer.ts";
import { openDeviceItems } from "./device-items.ts";

const AT = "2026-03-01T12:00:00.000Z";
const FORMS: FormAnswers = {
  businessProfile: { employees: "2-5", locations: "1", revenue: "" },
  toolSelection: { selectedTools: ["square", "other"], customTools: "a till", toolRatings: { square: 4 } },
  websiteData: { url: "https://rosa.example", satisfaction: 7 },
};
const SYNCED = emptyForms;
const NOTHING = { forms: undefined, syncedForms: undefined };

/** Local storage, as far as it is used; anything else about it fails the test. */
function fakeStorage(items: Map<string, string> = new Map()) {
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  };
  return { items, storage: storage as Storage };
}

async function written() {
  const { items, storage } = fakeStorage();
  const deviceItems = openDeviceItems(() => storage, "rosa");
  await deviceItems.writeForms(FORMS);
  await deviceItems.writeSynced(SYNCED, AT);
  return { items, storage, deviceItems };
}

describe("the device's items", () => {
  test("are exactly three, each with its format version and its client", async () => {
    const { items } = await written();
    const parsed = [...items].map(([name, text]) => [name, JSON.parse(text)]);
    expect(Object.fromEntries(parsed)).toEqual({
      "firsthand.formData": { version: 1, clientId: "rosa", value: FORMS },
      "firsthand.syncedData": { version: 1, clientId: "rosa", value: SYNCED },
      "firsthand.lastSync": { version: 1, clientId: "rosa", value: AT },
    });
  });

  test("are read as they were written", async () => {
    const { storage } = await written();
    const read = await openDeviceItems(() => storage, "rosa").read();
    expect(read).toEqual({ forms: FORMS, syncedForms: emptyForms });
  });

  test("are nothing on a new device", async () => {
    expect(await openDeviceItems(() => fakeStorage().storage, "rosa").read()).toEqual(NOTHING);
  });

  test("of another client are not read", async () => {
    const { storage } = await written();
    expect(await openDeviceItems(() => storage, "bela").read()).toEqual(NOTHING);
  });

  test("belong to whoever wrote last", async () => {
    const { storage } = await written();
    await openDeviceItems(() => storage, "bela").writeForms(emptyForms);
    expect(await openDeviceItems(() => storage, "rosa").read()).toEqual({
      forms: undefined,
      syncedForms: emptyForms,
    });
  });

  test("are gone once cleared, and nothing else is", async () => {
    const { items, deviceItems } = await written();
    items.set("somebody else's", "x");
    await deviceItems.clear();
    expect([...items.keys()]).toEqual(["somebody else's"]);
  });
});

describe("an item that cannot be understood is not there:", () => {
  test.for([
    ["no JSON", "{"],
    ["an empty text", ""],
    ["null", "null"],
    ["a list", "[]"],
    ["no version", JSON.stringify({ clientId: "rosa", value: FORMS })],
    ["another version", JSON.stringify({ version: 2, clientId: "rosa", value: FORMS })],
    ["no client", JSON.stringify({ version: 1, value: FORMS })],
    ["no value", JSON.stringify({ version: 1, clientId: "rosa" })],
    ["half the forms", JSON.stringify({ version: 1, clientId: "rosa", value: { websiteData: { url: "" } } })],
    [
      "a field of another type",
      JSON.stringify({ version: 1, clientId: "rosa", value: { ...FORMS, websiteData: { url: 5 } } }),
    ],
  ] as const)("%s", async ([, text]) => {
    const { storage } = fakeStorage(
      new Map([
        ["firsthand.formData", text],
        ["firsthand.syncedData", text],
      ]),
    );
    expect(await openDeviceItems(() => storage, "rosa").read()).toEqual(NOTHING);
  });

  test("the other item is read all the same", async () => {
    const { items, deviceItems } = await written();
    items.set("firsthand.syncedData", "junk");
    expect(await deviceItems.read()).toEqual({ forms: FORMS, syncedForms: undefined });
  });
});

describe("a storage that refuses", () => {
  const refuse = () => {
    throw new DOMException("No.", "QuotaExceededError");
  };

  test("to write loses nothing else, and what was there stays", async () => {
    const { items, storage } = await written();
    const before = [...items];
    const full = openDeviceItems(() => ({ ...storage, setItem: refuse }), "rosa");
    await full.writeForms(emptyForms);
    await full.writeSynced(SYNCED, AT);
    expect([...items]).toEqual(before);
  });

  test("to be read holds nothing", async () => {
    const { storage } = await written();
    expect(await openDeviceItems(() => ({ ...storage, getItem: refuse }), "rosa").read()).toEqual(NOTHING);
  });
});
